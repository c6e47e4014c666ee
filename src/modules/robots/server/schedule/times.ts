import { Cron } from 'croner';
import type { ScheduleCalendar } from '../../common/schedule/words.ts';
import { scheduleLimits } from '../../common/schedule/words.ts';
import { dayIn, isWorkday, type WorkCalendar } from '../assistant/times.ts';

/** When a schedule runs, as it is declared. */
export interface Timing {
  readonly cron: string | null;
  readonly onceAt: number | null;
  readonly zone: string;
  readonly calendar: ScheduleCalendar;
  readonly startsAt: number | null;
  readonly endsAt: number | null;
}

/** Days that are looked at before a rule counts as one without a day. */
const mostSteps = 4000;
const minuteMillis = 60_000;

const ruleOf = ({ cron, zone }: { cron: string; zone: string }): Cron => new Cron(cron, { timezone: zone, paused: true, mode: '5-part' });

/** Whether this is a time zone. */
export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Whether a rule can be read; what it means is asked by `isTooOften`. */
export function isRule(cron: string): boolean {
  try {
    return new Cron(cron, { paused: true, mode: '5-part' }).getPattern() !== undefined;
  } catch {
    return false;
  }
}

/** Whether a rule has two times that are closer to each other than it may be. */
export function isTooOften(cron: string): boolean {
  // Minutes repeat from hour to hour: the first sixty times show every distance.
  const times = ruleOf({ cron, zone: 'UTC' }).nextRuns(60, new Date('2026-01-01T00:00:00Z'));
  return times.some((at, index) => index > 0 && at.getTime() - times[index - 1]!.getTime() < scheduleLimits.apartMinutes * minuteMillis);
}

/**
 * The next time of a schedule after a moment; null where none comes. A time that summer time leaves out runs right after it, one that comes
 * twice runs once. Days that the calendar leaves out are passed over.
 */
export function nextRun(timing: Timing, after: number, calendar: WorkCalendar): number | null {
  const { cron, onceAt, zone, startsAt, endsAt } = timing;
  const within = (at: number): boolean => (startsAt === null || at >= startsAt) && (endsAt === null || at < endsAt);
  if (cron === null) return onceAt !== null && onceAt > after && within(onceAt) && fits(timing, onceAt, calendar) ? onceAt : null;
  const rule = ruleOf({ cron, zone });
  let at = Math.max(after, startsAt === null ? after : startsAt - 1);
  for (let step = 0; step < mostSteps; step += 1) {
    const found = rule.nextRun(new Date(at));
    if (!found) return null;
    at = found.getTime();
    if (endsAt !== null && at >= endsAt) return null;
    if (fits(timing, at, calendar)) return at;
  }
  return null;
}

function fits({ calendar: days, zone }: Timing, at: number, calendar: WorkCalendar): boolean {
  if (days === 'all') return true;
  return isWorkday(dayIn(at, zone), calendar) === (days === 'working');
}

/** The next times of a schedule, so many at most. */
export function nextRuns(timing: Timing, after: number, calendar: WorkCalendar, most = 5): number[] {
  const found: number[] = [];
  let at: number | null = after;
  while (found.length < most) {
    at = nextRun(timing, at, calendar);
    if (at === null) break;
    found.push(at);
  }
  return found;
}
