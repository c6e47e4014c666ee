import type { Generated } from 'kysely';
import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import type { connectParam, connectWidget } from '../common/connect.contract.ts';

interface ConnectSecretTable {
  widget_id: string;
  hash: string;
  made_at: number;
}

interface ConnectTicketTable {
  hash: string;
  widget_id: string;
  uid: string;
  platform: number;
  issued_at: number;
  expires_at: number;
  used_at: number | null;
  refused: Generated<boolean>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    connect_widget: CrudTable<typeof connectWidget>;
    connect_param: CrudTable<typeof connectParam>;
    connect_secret: ConnectSecretTable;
    connect_ticket: ConnectTicketTable;
  }
}
