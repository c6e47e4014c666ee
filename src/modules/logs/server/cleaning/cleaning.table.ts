import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';
import type { CleanMode, CleanState, CleanTrigger, EstimateResult } from '../../common/cleaning/clear.contract.ts';
import type { ArchiveState, ArchiveStoreKind } from '../../common/cleaning/archive.contract.ts';

/** JSON that is null until it is known. */
type Json<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** How long a kind of log is kept. */
export interface CleanupConfigTable {
  kind: string;
  keep_days: number;
  mode: CleanMode;
  archive_target_id: string | null;
  window_from: Generated<number>;
  window_to: Generated<number>;
  zone: Generated<string>;
  paused: Generated<boolean>;
  early: Generated<boolean>;
  next_days: number | null;
  next_at: number | null;
  next_by: string | null;
  next_by_name: string | null;
  scheduled_at: number | null;
  version: Generated<number>;
  updated_at: number;
  updated_by: string | null;
}

interface CleanupEstimateTable {
  id: string;
  kind: string;
  keep_days: number;
  mode: CleanMode;
  uid: string;
  created_at: number;
  result: Json<EstimateResult>;
}

/** One cleaning. */
export interface CleanupRecordTable {
  id: string;
  kind: string;
  log_table: string;
  trigger: CleanTrigger;
  keep_days: number;
  mode: CleanMode;
  archive_target_id: string | null;
  from_at: number | null;
  to_at: number | null;
  rows_estimated: Generated<number>;
  rows_removed: Generated<number>;
  bytes_freed: Generated<number>;
  rows_held: Generated<number>;
  state: CleanState;
  job_id: string | null;
  uid: string;
  name: string;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
  error: Json<{ code: number; params: Record<string, unknown> }>;
}

/** One month of a cleaning. */
export interface CleanupPartTable {
  record_id: string;
  part: string;
  from_at: number;
  to_at: number;
  state: 'live' | 'archived' | 'detached' | 'dropping' | 'dropped';
  rows: Generated<number>;
  bytes: Generated<number>;
  rows_held: Generated<number>;
  archive_id: string | null;
  detached_at: number | null;
  drop_at: number | null;
}

export type RecordData = Selectable<CleanupRecordTable>;
export type PartData = Selectable<CleanupPartTable>;

/** Where a target lies; a secret is kept beside it. */
export interface TargetPlace {
  host?: string | undefined;
  port?: number | undefined;
  bucket?: string | undefined;
  prefix?: string | undefined;
  region?: string | undefined;
  tls?: boolean | undefined;
  key?: string | undefined;
  folder?: string | undefined;
}

/** A place that archives are written to. */
export interface ArchiveTargetTable {
  id: string;
  name: string;
  store: ArchiveStoreKind;
  place: JSONColumnType<TargetPlace, string, string>;
  secret: string | null;
  last_test: Json<{ at: number; ok: boolean; reason: string | null }>;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
}

/** A file of an archive in its store. */
export interface ArchiveFile {
  hash: string;
  size: number;
}

/** What waits for a second person. */
export interface Asked<T> {
  what: T;
  by: string;
  name: string;
  at: number;
  reason: string;
}

/** An archived month. */
export interface LogArchiveTable {
  id: string;
  kind: string;
  log_table: string;
  part: string;
  from_at: number;
  to_at: number;
  rows: Generated<number>;
  bytes: Generated<number>;
  sha256: string | null;
  files: JSONColumnType<Record<string, ArchiveFile>, string | undefined, string>;
  data_key: string;
  target_id: string | null;
  state: ArchiveState;
  record_id: string | null;
  created_at: number;
  verified_at: number | null;
  keep_until: number;
  restored_until: number | null;
  asked: Json<Asked<'delete'>>;
  version: Generated<number>;
}

/** Rows that no cleaning takes. */
export interface LegalHoldTable {
  id: string;
  name: string;
  reason: string;
  kinds: string[];
  employee_ids: string[];
  object_ids: string[];
  addresses: string[];
  from_at: number | null;
  to_at: number | null;
  until: number | null;
  owner: string;
  owner_name: string;
  state: 'active' | 'released';
  released_at: number | null;
  asked: Json<Asked<'release' | 'update'> & { change?: Record<string, unknown> }>;
  version: Generated<number>;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
}

/** A month that waits for a receiver of the logs. */
interface CleanupWaitTable {
  part: string;
  since: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    cleanup_config: CleanupConfigTable;
    cleanup_estimate: CleanupEstimateTable;
    cleanup_record: CleanupRecordTable;
    cleanup_part: CleanupPartTable;
    cleanup_wait: CleanupWaitTable;
    archive_target: ArchiveTargetTable;
    log_archive: LogArchiveTable;
    legal_hold: LegalHoldTable;
  }
}
