import type { Generated, GeneratedAlways } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import type { CrowdConditions } from '../common/crowd-conditions.ts';

/** A crowd as an administrator describes it. */
export interface CrowdTable {
  id: string;
  name: Partial<Record<Language, string>>;
  code: string;
  description: string;
  kind: 'dynamic' | 'fixed';
  owner_dept_id: string;
  conditions: CrowdConditions | null;
  includes: string[];
  excludes: string[];
  with_disabled: boolean;
  churn_limit: { percent: number; floor: number };
  paused: boolean;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
}

/** A change that was too large to be made without a word. */
export interface HeldChange {
  joiners: number;
  leavers: number;
  at: number;
}

/** How far its members follow the rule. */
export interface CrowdStandingTable {
  crowd_id: string;
  state: Generated<'on' | 'computing' | 'held' | 'error'>;
  member_count: Generated<number>;
  computed_at: number | null;
  next_flip_at: number | null;
  held: HeldChange | null;
  problem: string | null;
}

/** Why members changed: somebody changed, the rule did, a day passed, or a held change was let through. */
export type CrowdCause = 'change' | 'rule' | 'time' | 'release';

declare module '#platform/database/tables.ts' {
  interface Tables {
    crowd: CrowdTable;
    crowd_standing: CrowdStandingTable;
    crowd_member: { crowd_id: string; employee_id: string; since: number; by: 'rule' | 'include' };
    crowd_event: {
      id: GeneratedAlways<number>;
      crowd_id: string;
      employee_id: string;
      joined: boolean;
      at: number;
      cause: CrowdCause;
    };
    crowd_cursor: { only_one: Generated<boolean>; tx: string; seq: number; signed_in_at: Generated<number> };
  }
}
