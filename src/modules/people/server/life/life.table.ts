import type { ColumnType, Generated } from 'kysely';
import type { HoldingChoice } from '#kit/common/holding.ts';
import type { lifeStates } from '../../common/life/life-fields.ts';
import type { Assignment } from '../employee/employee.columns.ts';

export type LifeState = (typeof lifeStates)[number];

/** A role that somebody held when leaving. */
export interface FormerRole {
  id: string;
  name: string;
  until: number | null;
}

/** What was asked for, and what was found when it was done. */
export interface LifePayload {
  reason: string | null;
  /** In the words of that day. */
  byName: string;
  /** Of a transfer. */
  assignments?: Assignment[];
  managerId?: string | null;
  roles?: 'keep' | 'remove';
  /** What was shown that it gives: it waits where it would give more. */
  gains?: string[];
  /** Of leaving. */
  choices?: { kind: string; choice: HoldingChoice }[];
  successorId?: string | null;
  formerRoles?: FormerRole[];
}

/** A step of the checklist as it is kept. */
export interface KeptStep {
  kind: string;
  choice: HoldingChoice;
  count: number;
  state: 'open' | 'done' | 'failed';
  reached: number | null;
  /** The answer's code and what fills its text. */
  trouble: { code: number; params: Record<string, unknown> } | null;
  at: number | null;
}

type Json<T> = ColumnType<T, string, string>;

export interface EmploymentEventTable {
  id: string;
  version: Generated<number>;
  employee_id: string;
  kind: 'transfer' | 'leave' | 'rehire';
  at: number;
  day: string | null;
  state: LifeState;
  payload: Json<LifePayload>;
  checklist: ColumnType<KeptStep[], string | undefined, string>;
  failure: ColumnType<KeptStep['trouble'], string | null | undefined, string | null>;
  seal: string | null;
  job_id: string | null;
  created_at: number;
  created_by: string;
  ended_at: number | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    employment_event: EmploymentEventTable;
  }
}
