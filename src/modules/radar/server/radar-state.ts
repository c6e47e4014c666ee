import { sql, type RawBuilder } from 'kysely';
import type { WarningSeverity } from '#kit/common/warning/warning-facts.ts';
import type { RadarState } from '../common/radar.contract.ts';

const dayMillis = 86_400_000;
/** Within so many days it is due, and no longer only announced. */
const dueDays = 7;

/** SQL: how an item stands at a moment. What is told from fewer days on is announced from there. */
export const stateAt = (now: number): RawBuilder<RadarState> => {
  const first = sql`coalesce(remind_days[1], 0)::bigint`;
  return sql<RadarState>`case when due_at is null then 'unknown' when due_at <= ${now} then 'overdue'
    when due_at <= ${now} + least(${dueDays}, ${first}) * ${dayMillis}::bigint then 'due'
    when due_at <= ${now} + ${first} * ${dayMillis}::bigint then 'soon' else 'ok' end`;
};

/** The severity of each step, by how many steps there are: what is told fewer times begins louder, so that each step is told. */
const scales: readonly (readonly WarningSeverity[])[] = [
  [],
  ['warning'],
  ['warning', 'error'],
  ['warning', 'error', 'critical'],
  ['info', 'warning', 'error', 'critical'],
];

/** Under which severity something is told now; null while nobody is. What only ages stops nothing at its day, so it is never critical. */
export function severityOf(
  item: { readonly dueAt: number | null; readonly remindDays: readonly number[]; readonly measure: 'end' | 'age' },
  now: number,
): WarningSeverity | null {
  const { dueAt, remindDays, measure } = item;
  if (dueAt === null) return null;
  const over = measure === 'age' ? 'error' : 'critical';
  if (dueAt <= now) return over;
  const reached = remindDays.filter((days) => dueAt <= now + days * dayMillis).length;
  const requested = scales[Math.min(remindDays.length, 4)]?.[reached - 1] ?? null;
  return requested === 'critical' ? over : requested;
}

/** The day of reminding that was reached last, 0 when it is over; null before the first. */
export function stepOf(
  { dueAt, remindDays }: { readonly dueAt: number | null; readonly remindDays: readonly number[] },
  now: number,
): number | null {
  if (dueAt === null) return null;
  if (dueAt <= now) return 0;
  const reached = remindDays.filter((days) => dueAt <= now + days * dayMillis);
  return reached.length === 0 ? null : Math.min(...reached);
}
