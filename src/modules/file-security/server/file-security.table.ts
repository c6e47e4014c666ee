import type { Generated, JSONColumnType } from 'kysely';
import type { Conditions } from '../common/rule-fields.ts';

interface FileTicketTable {
  hash: string;
  ref: string;
  employee_id: string;
  session_id: string;
  thumbprint: string;
  install_id: string;
  file_id: string;
  action: string;
  conditions: JSONColumnType<Conditions>;
  recipient: string | null;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  bytes: number | null;
  printed_at: number | null;
}

interface FileScreenshotTable {
  id: Generated<number>;
  install_id: string;
  event_id: string;
  at: number;
  reported_at: number;
  employee_id: string;
  platform: number;
  device_name: string | null;
  address: string | null;
  kind: 'screenshot' | 'recording';
  place: string;
  prevented: boolean;
  file_id: string | null;
  file_name: string;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    file_ticket: FileTicketTable;
    file_screenshot: FileScreenshotTable;
  }
}
