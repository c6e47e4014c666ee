import type { ColumnType, JSONColumnType } from 'kysely';
import type { PlanAction } from '#kit/common/change/plan.contract.ts';
import type { OperationIssue } from '#kit/server/change/kind.ts';
import type { BundleFile, ConfigDiff, PlanCounts } from '../common/config-facts.ts';

type Json<T extends object> = JSONColumnType<T, string, string>;

/** A bundle that was exported or uploaded. */
export interface ConfigBundleTable {
  id: string;
  file_id: string;
  hash: string;
  name: string;
  kind: 'export' | 'upload';
  product_version: string;
  areas: string[];
  counts: Json<Record<string, number>>;
  files: Json<BundleFile[]>;
  at: number;
  by_uid: string;
  by_name: string;
}

/** What applying a bundle would do. */
export interface ConfigPlanTable {
  id: string;
  at: number;
  uid: string;
  by_name: string;
  bundle_id: string;
  prune: boolean;
  areas: string[];
  mapping: Json<Record<string, string>>;
  secrets: string | null;
  state: 'planned' | 'applying' | 'applied' | 'undone' | 'discarded' | 'failed';
  counts: Json<PlanCounts>;
  impact: Json<Record<string, number>>;
  print: string;
  batch_id: string | null;
  applied_at: number | null;
  applied_by: string | null;
  reason: string | null;
  expires_at: number;
}

/** One line of it. */
export interface ConfigPlanItemTable {
  plan_id: string;
  seq: number;
  area: string;
  kind: string;
  path: string;
  action: PlanAction;
  name: string;
  fields: Json<ConfigDiff[]>;
  issues: Json<OperationIssue[]>;
}

/** A line that differs from the bundle that says how it should be. */
export interface DriftLine {
  path: string;
  action: PlanAction;
  name: string;
  fields: ConfigDiff[];
}

/** How an area is managed. */
export interface ConfigAreaTable {
  area: string;
  managed_by: ColumnType<'console' | 'file', 'console' | 'file' | undefined, 'console' | 'file'>;
  allow_hand: ColumnType<boolean, boolean | undefined, boolean>;
  bundle_id: string | null;
  exported_at: number | null;
  applied_at: number | null;
  applied_by: string | null;
  drift_at: number | null;
  drift_count: ColumnType<number, number | undefined, number>;
  drift: JSONColumnType<DriftLine[], string | undefined, string>;
  version: ColumnType<number, number | undefined, number>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    config_bundle: ConfigBundleTable;
    config_plan: ConfigPlanTable;
    config_plan_item: ConfigPlanItemTable;
    config_area: ConfigAreaTable;
  }
}
