import type { Generated, JSONColumnType } from 'kysely';
import type { Action, Fields } from './kind.ts';

/** Where a batch came from. */
export type BatchSource = 'form' | 'import' | 'bulk' | 'sync' | 'revert' | 'job';

/** The operations of one request, reverted together. All but the counts is sealed with each of its lines and never changes. */
export interface ChangeBatchTable {
  id: string;
  at: number;
  uid: string;
  name: string;
  address: string;
  request_id: string;
  operation: string;
  reason: string | null;
  source: BatchSource;
  counts: JSONColumnType<Partial<Record<Action, number>>>;
  revert_of: string | null;
}

/** One line of the journal; append-only. */
export interface ChangeOperationTable {
  id: string;
  batch_id: string;
  seq: number;
  at: number;
  tx: number;
  kind: string;
  object_id: string;
  object_name: string;
  path: string | null;
  action: Action;
  before: JSONColumnType<Fields | null>;
  after: JSONColumnType<Fields | null>;
  version_before: number | null;
  version_after: number | null;
  /** How the line is hashed for its seal: 1 without its batch, 2 with it. */
  form: Generated<number>;
}

/** Records that an operation was reverted, and by which batch. */
export interface ChangeRevertedTable {
  operation_id: string;
  reverted_by: string;
  at: number;
}

/** Records that a deletion can no longer be reverted. */
export interface ChangePurgedTable {
  operation_id: string;
  uid: string;
  at: number;
}

/** Records that a deletion stays in the recycle bin beyond its days. */
export interface ChangeHeldTable {
  operation_id: string;
  uid: string;
  at: number;
  reason: string | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    change_batch: ChangeBatchTable;
    change_operation: ChangeOperationTable;
    change_reverted: ChangeRevertedTable;
    change_purged: ChangePurgedTable;
    change_held: ChangeHeldTable;
  }
}
