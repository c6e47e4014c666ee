import type { JSONColumnType } from 'kysely';

/** One audited call. Append-only; sealed in a hash chain by `seal.ts`. Times are epoch milliseconds. */
export interface AuditLogTable {
  id: string;
  at: number;
  uid: string;
  account: string;
  name: string;
  address: string;
  user_agent: string;
  request_id: string;
  /** Audit word of the endpoint, `employee.add`. */
  operation: string;
  path: string;
  module: string;
  object_kind: string | null;
  object_id: string | null;
  object_name: string | null;
  /** How many objects the call touched. */
  object_count: number;
  /** Journal batch written by the same transaction. */
  batch_id: string | null;
  /** Changed fields when the call has no journal (settings, sessions): before and after, secrets masked. */
  detail: JSONColumnType<Record<string, unknown> | null, Record<string, unknown> | string | null, Record<string, unknown> | string | null>;
  /** Code of the answer. */
  code: number;
  duration_ms: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    audit_log: AuditLogTable;
  }
}
