import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type { PlanAction, PlanState } from '#kit/common/change/plan.contract.ts';
import type { BatchSource } from '../change.table.ts';
import type { BrakeTrip } from './brake.ts';
import type { Fields, OperationIssue } from '../kind.ts';

/** A text of a catalogue with what fills it. */
export interface Title {
  namespace: string;
  key: string;
  params: Record<string, string | number>;
}

/** A request turned into operations. */
export interface ChangePlanTable {
  id: string;
  at: number;
  uid: string;
  kind: string;
  code: string | null;
  title: JSONColumnType<Title>;
  operation: string;
  reason: string | null;
  source: BatchSource;
  state: PlanState;
  counts: JSONColumnType<Partial<Record<PlanAction, number>>>;
  impact: JSONColumnType<Record<string, number>>;
  brake: JSONColumnType<BrakeTrip | null, string | null, string | null>;
  outcome: JSONColumnType<Partial<Record<PlanAction | 'stale', number>>>;
  batch_id: string | null;
  job_id: string | null;
  cursor: Generated<number>;
  expires_at: number;
}

/** One line of a plan. */
export interface ChangePlanItemTable {
  plan_id: string;
  seq: number;
  line: number | null;
  action: PlanAction;
  object_id: string | null;
  object_name: string;
  path: string | null;
  before: JSONColumnType<Fields | null>;
  after: JSONColumnType<Fields | null>;
  version: number | null;
  state: 'planned' | 'stale' | 'refused';
  issues: JSONColumnType<OperationIssue[] | null>;
}

/** A plan's row. */
export type PlanData = Selectable<ChangePlanTable>;

declare module '#platform/database/tables.ts' {
  interface Tables {
    change_plan: ChangePlanTable;
    change_plan_item: ChangePlanItemTable;
  }
}
