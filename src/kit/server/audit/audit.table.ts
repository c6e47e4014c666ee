import type { Generated, JSONColumnType } from 'kysely';

/** Kinds of actors: a person in a session, work that goes on for somebody, a program by somebody's token, the product itself, or somebody without a session. */
export type ActorKind = 'administrator' | 'token' | 'job' | 'system' | 'visitor';

/** One audited call. Append-only; sealed in a hash chain by `seal.ts`. Times are epoch milliseconds. */
export interface AuditLogTable {
  id: string;
  at: number;
  /** Writing transaction; the order of sealing. */
  tx: Generated<number>;
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
  /** How the row is hashed for its seal: 1 without the columns below, 2 with them. */
  form: Generated<number>;
  session_id: string | null;
  actor_kind: ActorKind | null;
  /** ltree paths of the departments of who acted, at that time. */
  actor_paths: string[] | null;
  /** ltree path of the department of the first object, at that time. */
  object_path: string | null;
  dangerous: boolean | null;
}

/** One link of the chain: binds a row to all sealed before it in its stream. */
export interface AuditSealTable {
  stream: string;
  seq: number;
  /** UTC day of the sealing, in days since 1970. */
  day: number;
  tx: number;
  row_id: string;
  hash: Buffer;
  /** Set where the key differs from that of the seal before. */
  key_id: string | null;
}

/** The last seal of a finished day. */
export interface AuditDayTable {
  stream: string;
  day: number;
  seq: number;
  hash: Buffer;
  mac: Buffer;
  key_id: string;
}

/** How far the chain of a stream goes. */
export interface AuditHeadTable {
  stream: string;
  seq: number;
  tx: number;
  row_id: string | null;
  hash: Buffer;
  mac: Buffer;
  key_id: string;
  /** How rows are written for their seals: 2 with the batch of a line of the journal. */
  form: number;
}

/** A run of a chain whose rows went after their time. */
export interface AuditGapTable {
  stream: string;
  from_seq: number;
  to_seq: number;
  /** The chain's hash before the first of them. */
  hash_before: Buffer;
  /** The chain's hash at the last of them. */
  hash: Buffer;
  tx: number;
  row_id: string;
  /** The key under which the last of them was sealed. */
  chain_key: string | null;
  /** The partition that went. */
  part: string;
  mac: Buffer;
  key_id: string;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    audit_log: AuditLogTable;
    audit_seal: AuditSealTable;
    audit_day: AuditDayTable;
    audit_head: AuditHeadTable;
    audit_gap: AuditGapTable;
    audit_clock: { shift: number; only_one: Generated<boolean> };
  }
}
