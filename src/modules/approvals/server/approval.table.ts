import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Action, Fields } from '#kit/server/change/kind.ts';
import type { JobCaller } from '#kit/server/jobs/job.table.ts';
import type { ShareOf } from '../common/policy.contract.ts';
import type { requestEvents, RequestState } from '../common/request.contract.ts';

export interface ChangePolicyTable {
  id: string;
  version: Generated<number>;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
  name: string;
  operations: string[];
  at_least: number | null;
  share: number | null;
  share_of: ShareOf;
  loud: boolean;
  off_hours: boolean;
  approver_role_ids: string[];
  approver_ids: string[];
  approver_crowd_ids: Generated<string[]>;
  needed: number;
  expires_hours: number;
  emergency_role_ids: string[];
  review_hours: number;
  enabled: boolean;
}

/** Who may agree, as it stood in the policy when a request was made. */
export interface Rules {
  roles: string[];
  people: string[];
  /** Absent in requests that are older than crowds among approvers. */
  crowds?: string[];
  needed: number;
  emergencyRoles: string[];
  reviewHours: number;
}

/** For whom the write will run. */
export interface Requester extends JobCaller {
  /** The password had been confirmed just before. */
  confirmed: boolean;
}

/** A line of the journal that a request would write; without an action an object that it names. */
export interface HeldLine {
  kind: string;
  objectId: string;
  name: string;
  path: string | null;
  action: Action | null;
  before: Fields | null;
  after: Fields | null;
}

export interface ChangeRequestTable {
  id: string;
  version: Generated<number>;
  policy_id: string | null;
  policy_name: string;
  rules: JSONColumnType<Rules>;
  operation: string;
  module: string;
  path: string | null;
  codes: string[];
  input: string | null;
  plan_id: string | null;
  reason: string | null;
  requester: string;
  caller: ColumnType<Requester, string, string>;
  counts: JSONColumnType<Partial<Record<Action, number>>>;
  impact: JSONColumnType<Record<string, number>>;
  lines: JSONColumnType<HeldLine[]>;
  line_count: number;
  print: string;
  paths: string[];
  unpathed: boolean;
  state: Generated<RequestState>;
  at: number;
  expires_at: number;
  ended_at: number | null;
  bypassed_by: string | null;
  review_by: number | null;
  warned: Generated<boolean>;
  job_id: string | null;
  batch_id: string | null;
  failure: JSONColumnType<{ code: number; params: Record<string, unknown> } | null, string | null, string | null>;
}

export interface ChangeRequestEventTable {
  id: string;
  request_id: string;
  event: (typeof requestEvents)[number];
  uid: string;
  name: string;
  for_uid: string | null;
  for_name: string | null;
  comment: string | null;
  at: number;
  address: string;
  void: Generated<boolean>;
}

export interface ChangeDelegationTable {
  id: string;
  from_uid: string;
  to_uid: string;
  from_at: number;
  until_at: number;
  reason: string | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    change_policy: ChangePolicyTable;
    change_request: ChangeRequestTable;
    change_request_event: ChangeRequestEventTable;
    change_delegation: ChangeDelegationTable;
  }
}
