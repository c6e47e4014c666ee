import type { BrakeRules } from '../../../common/source-parts.ts';
import type { RunBrake } from '../../source.table.ts';

/** What the brake looks at. */
export interface BrakeFacts {
  /** Everything was read: only then numbers of what was read say anything. */
  full: boolean;
  delivers: readonly string[];
  peopleRead: number;
  departmentsRead: number;
  /** Rows that were read, of both. */
  rows: number;
  /** At the last good full run; null before it. */
  lastPeople: number | null;
  lastDepartments: number | null;
  /** People linked and active, departments linked. */
  people: number;
  departments: number;
  lose: number;
  departmentsLost: number;
  moved: number;
  renamed: number;
  bad: number;
  administrators: number;
}

/** So many may be touched: a share of all, but never fewer than the floor, and never more than the cap. */
const limitOf = (all: number, { percent, floor, cap = Infinity }: { percent: number; floor: number; cap?: number | undefined }): number =>
  Math.min(cap, Math.max(floor, Math.floor((all * percent) / 100)));

/** The first rule that stops a run, with its number and limit; null when it may go on. Nobody read and a lost administrator can't be switched off. */
export function brakeOf(rules: BrakeRules, facts: BrakeFacts): RunBrake | null {
  const { full, delivers } = facts;
  if (full && delivers.includes('employees') && facts.peopleRead === 0) return { rule: 'nobody', number: 0, limit: 1 };
  if (full && delivers.includes('departments') && facts.departmentsRead === 0 && (facts.lastDepartments ?? 0) > 0)
    return { rule: 'noDepartments', number: 0, limit: 1 };
  const least = Math.ceil(((facts.lastPeople ?? 0) * (100 - rules.shrink)) / 100);
  if (full && delivers.includes('employees') && facts.peopleRead < least) return { rule: 'shrink', number: facts.peopleRead, limit: least };
  const over: readonly [string, number, number][] = [
    ['administrators', facts.administrators, 0],
    ['lose', facts.lose, limitOf(facts.people, rules.lose)],
    ['departments', facts.departmentsLost, limitOf(facts.departments, rules.departments)],
    ['moved', facts.moved, limitOf(facts.people, rules.moved)],
    ['renamed', facts.renamed, limitOf(facts.people, rules.renamed)],
    ['invalid', facts.bad, limitOf(Math.max(facts.people, facts.rows), rules.invalid)],
  ];
  const tripped = over.find(([, number, limit]) => number > limit);
  return tripped ? { rule: tripped[0], number: tripped[1], limit: tripped[2] } : null;
}
