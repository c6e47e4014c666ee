import type { ColumnType } from 'kysely';
import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import type { mailAccount } from '../../common/boxes/account.contract.ts';
import type { mailAuth } from '../../common/boxes/auth.contract.ts';
import type { mailMember } from '../../common/boxes/member.contract.ts';
import type { mailServer } from '../../common/boxes/server.contract.ts';

declare module '#platform/database/tables.ts' {
  interface Tables {
    mail_server: CrudTable<typeof mailServer> & {
      health: { ok: boolean; class: string | null } | null;
      health_at: number | null;
    };
    mail_account: CrudTable<typeof mailAccount> & {
      failures: number;
      quota_used: number | null;
      quota_limit: number | null;
      quota_at: number | null;
      last_used_at: number | null;
      epoch: number;
    };
    mail_member: CrudTable<typeof mailMember, { until: 'expires_at' }>;
    mail_auth: CrudTable<typeof mailAuth, { from: 'starts_at'; until: 'expires_at' }> & {
      seen_at: number | null;
      last_used_at: number | null;
    };
    mail_notice: {
      id: string;
      at: number;
      employee_id: string;
      account_id: string;
      kind: string;
      facts: ColumnType<Readonly<Record<string, string | number | null>>, string>;
      conversation_id: string | null;
      seq: number | null;
      said_at: number | null;
    };
  }
}
