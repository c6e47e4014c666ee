import type { FieldDiffView } from '#kit/common/change/diff.ts';
import type { Action } from './kind.ts';

/** Effect of a write: its operations (at most 200 shown), their counts and what else they touch. */
export interface DryRun {
  counts: Partial<Record<Action, number>>;
  impact: Record<string, number>;
  /** For how many days what it deletes can be taken back. */
  binDays?: number;
  operations: { kind: string; objectId: string; name: string; action: Action; fields: FieldDiffView[] }[];
}
