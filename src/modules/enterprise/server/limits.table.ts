import type { Generated } from 'kysely';
import type { Party } from '../common/member-limit.contract.ts';
import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import type { segmentLimit } from '../common/segment-limit.contract.ts';
import type { MemberRule } from './limits/limit-book.ts';
import type { MemberAction } from '../common/limit-words.ts';

interface Stamps {
  id: string;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
}

/** The table of segment limits. */
export type SegmentLimitTable = CrudTable<typeof segmentLimit, { window: 'time_window' }>;

/** The table of member limits. */
export interface MemberLimitTable extends Stamps {
  name: string;
  owner_dept_id: string;
  from_side: Party[];
  to_side: Party[];
  exceptions: string[];
  direction: MemberRule['direction'];
  actions: MemberAction[];
  effect: MemberRule['effect'];
  existing: MemberRule['existing'];
  priority: number;
  enabled: boolean;
}

/** People whom a file rule never touches. */
export interface FileWhiteTable extends Stamps {
  role_id: string;
  employee_id: string;
  reason: string;
  until: number | null;
}

export interface LimitChangeTable {
  id: Generated<number>;
  at: number;
}

/** How often a rule decided on a day. */
export interface LimitHitTable {
  rule_id: string;
  day: number;
  decided: number;
  refused: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    segment_limit: SegmentLimitTable;
    member_limit: MemberLimitTable;
    file_white: FileWhiteTable;
    limit_change: LimitChangeTable;
    limit_hit: LimitHitTable;
  }
}
