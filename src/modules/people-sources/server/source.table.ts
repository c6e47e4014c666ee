import type { Generated, JSONColumnType } from 'kysely';
import type { Fields } from '#kit/server/change/kind.ts';
import type { SourceKind } from '../common/source-kinds.ts';
import type { AlarmPerson, BrakeRules, LeaverPolicy, MappingRow, SourceSchedule, SourceScope } from '../common/source-parts.ts';
import type { itemActions, itemStates, runKinds, runStates, runTriggers } from '../common/source-run.contract.ts';

/** What an administrator decided of a source. */
export interface SourceTable {
  id: string;
  name: string;
  code: string;
  kind: SourceKind;
  root_department_id: string;
  delivers: string[];
  config: JSONColumnType<Record<string, unknown>>;
  secret: string | null;
  scope: JSONColumnType<SourceScope>;
  mapping: JSONColumnType<MappingRow[]>;
  matching: string[];
  match_everywhere: boolean;
  leaver_policy: JSONColumnType<LeaverPolicy>;
  dept_policy: 'keepEmpty' | 'disable' | 'deleteEmpty';
  create_departments: boolean;
  unknown_department: 'root' | 'reject';
  initial_password: 'none' | 'oneTime' | 'bind';
  brake: JSONColumnType<BrakeRules>;
  schedule: JSONColumnType<SourceSchedule>;
  apply_mode: 'review' | 'auto';
  alarm_people: JSONColumnType<AlarmPerson[]>;
  late_after: number;
  priority: number;
  enabled: boolean;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
}

/** What the server knows of a source. */
export interface SourceStandingTable {
  source_id: string;
  state: Generated<'draft' | 'idle' | 'running' | 'held' | 'failing'>;
  cursor: string | null;
  last_run_id: string | null;
  last_good_at: number | null;
  last_full_at: number | null;
  people_read: number | null;
  departments_read: number | null;
  failures: Generated<number>;
  plan_read: Generated<boolean>;
  next_at: number | null;
  /** What the last good reading of everything ended with, and what decided on it beside the other side. */
  read_mark: Generated<string | null>;
  late_told: Generated<boolean>;
}

/** What of the other side is what here. */
export interface SourceLinkTable {
  source_id: string;
  object_kind: 'department' | 'employee';
  external_id: string;
  object_id: string;
  hash: string | null;
  /** Of what the record was made that had the digest `hash`. */
  print: Generated<string | null>;
  last_seen_run_id: string | null;
  last_seen_at: number | null;
  last_received: JSONColumnType<Fields | null, string | null, string | null>;
  owned: JSONColumnType<Record<string, string>>;
  state: Generated<'linked' | 'missing' | 'merged'>;
  merged_from: Generated<string[]>;
}

/** A page of a directory of which everybody was known. */
export interface SourcePageTable {
  source_id: string;
  print: string;
  records: string;
  managers: JSONColumnType<[name: string, id: string | null][]>;
  latest: string;
}

/** A token with which an identity provider pushes. */
export interface ScimTokenTable {
  id: string;
  source_id: string;
  name: string;
  hash: string;
  prefix: string;
  expires_at: number;
  last_used_at: number | null;
  last_address: string | null;
  created_at: number;
  created_by: string | null;
}

/** Why a run failed. */
export interface RunFailure {
  code: number;
  category?: string;
  what?: string;
}

/** Why the brake holds a run: the rule, and its numbers. */
export interface RunBrake {
  rule: string;
  number: number;
  limit: number;
}

/** One reading of a source with its plan. */
export interface SourceRunTable {
  id: string;
  source_id: string;
  kind: (typeof runKinds)[number];
  trigger: (typeof runTriggers)[number];
  state: (typeof runStates)[number];
  dry_run: Generated<boolean>;
  source_version: number;
  counts: JSONColumnType<Record<string, number>>;
  outcome: JSONColumnType<Record<string, number>>;
  people_read: Generated<number>;
  departments_read: Generated<number>;
  valid: Generated<number>;
  invalid: Generated<number>;
  brake: JSONColumnType<RunBrake | null, string | null, string | null>;
  impact: JSONColumnType<Record<string, number>>;
  cursor_before: string | null;
  cursor_after: string | null;
  read_mark: Generated<string | null>;
  /** The other side said that nothing changed: nothing was read. */
  same: Generated<boolean>;
  applied_seq: Generated<number>;
  batch_id: string | null;
  undo_batch_id: string | null;
  started_at: number;
  planned_at: number | null;
  expires_at: number | null;
  applied_at: number | null;
  ended_at: number | null;
  by_uid: string | null;
  reason: string | null;
  failure: JSONColumnType<RunFailure | null, string | null, string | null>;
  job_id: string | null;
}

/** A row as it was read. */
export interface SourceStagedTable {
  run_id: string;
  seq: number;
  object_kind: 'department' | 'employee';
  external_id: string | null;
  line: number | null;
  raw: JSONColumnType<Fields>;
  fault: string | null;
  hash: string | null;
  print: Generated<string | null>;
  gone: Generated<boolean>;
}

/** A line of a run's plan. */
export interface SourceItemTable {
  run_id: string;
  seq: number;
  object_kind: 'department' | 'employee';
  external_id: string | null;
  name: string;
  action: (typeof itemActions)[number];
  before: JSONColumnType<Fields | null, string | null, string | null>;
  after: JSONColumnType<Fields | null, string | null, string | null>;
  owners: JSONColumnType<Record<string, string>>;
  state: Generated<(typeof itemStates)[number]>;
  reason_code: string | null;
  reason: JSONColumnType<{ path: string; params?: Record<string, unknown> } | null, string | null, string | null>;
  object_id: string | null;
  object_version: number | null;
  path: string | null;
  administrator: Generated<boolean>;
  hash: string | null;
}

/** Something that the other side pushed. */
export interface SourceEventTable {
  id: Generated<number>;
  source_id: string;
  at: number;
  kind: string;
  object_kind: string | null;
  external_id: string | null;
  address: string | null;
  replay_key: string | null;
  result: string;
  status: number | null;
  run_id: string | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    source: SourceTable;
    source_standing: SourceStandingTable;
    source_link: SourceLinkTable;
    source_page: SourcePageTable;
    scim_token: ScimTokenTable;
    source_run: SourceRunTable;
    source_staged: SourceStagedTable;
    source_item: SourceItemTable;
    source_event: SourceEventTable;
  }
}
