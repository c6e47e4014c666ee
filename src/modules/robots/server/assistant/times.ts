import { momentOfWall, wallOf } from '#platform/wall-clock.ts';
import type { DigestRule } from '../../common/assistant/assistant.contract.ts';
import type { ReminderRepeat } from '../../common/assistant/words.ts';

const dayMillis = 86_400_000;
const minuteMillis = 60_000;

/** The calendar day on which a moment lies in a zone, YYYY-MM-DD. */
export const dayIn = (at: number, zone: string): string => new Date(wallOf(at, zone)).toISOString().slice(0, 10);

/** 1: Monday. */
const weekdayOf = (wall: number): number => ((new Date(wall).getUTCDay() + 6) % 7) + 1;

/** Days on which no work is done, and days of a weekend on which it is. */
export interface WorkCalendar {
  readonly closed: readonly string[];
  readonly open: readonly string[];
}

/** Whether work is done on a calendar day: Monday to Friday but on holidays, and on the days that are named. */
export function isWorkday(day: string, { closed, open }: WorkCalendar): boolean {
  if (closed.includes(day)) return false;
  return open.includes(day) || weekdayOf(Date.parse(`${day}T00:00:00Z`)) <= 5;
}

/** When a reminder comes next after a moment, by the clock of a zone; null where it comes no more. */
export function nextReminder(
  { at, repeat }: { readonly at: number; readonly repeat: ReminderRepeat },
  after: number,
  { zone, calendar }: { readonly zone: string; readonly calendar: WorkCalendar },
): number | null {
  if (at > after && (repeat !== 'workdays' || isWorkday(dayIn(at, zone), calendar))) return at;
  if (repeat === 'none') return null;
  const first = wallOf(at, zone);
  if (repeat === 'monthly') return nextMonth(first, after, zone);
  const step = repeat === 'weekly' ? 7 : 1;
  const passed = Math.max(0, Math.floor((wallOf(after, zone) - first) / (step * dayMillis)));
  // A holiday is never longer than this.
  for (let n = passed; n < passed + 400; n += 1) {
    const wall = first + n * step * dayMillis;
    const moment = momentOfWall(wall, zone);
    if (moment > after && (repeat !== 'workdays' || isWorkday(new Date(wall).toISOString().slice(0, 10), calendar))) return moment;
  }
  return null;
}

/** The same day of a later month; its last day where it has no such day. */
function nextMonth(first: number, after: number, zone: string): number | null {
  const start = new Date(first);
  const from = new Date(wallOf(after, zone));
  const passed = Math.max(0, (from.getUTCFullYear() - start.getUTCFullYear()) * 12 + from.getUTCMonth() - start.getUTCMonth());
  for (let n = passed; n < passed + 3; n += 1) {
    const last = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + n + 1, 0)).getUTCDate();
    const day = Math.min(start.getUTCDate(), last);
    const wall = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + n, day) + (first % dayMillis);
    const moment = momentOfWall(wall, zone);
    if (moment > after) return moment;
  }
  return null;
}

/** When a digest comes next after a moment, by the clock of a zone. */
export function nextDigest({ time, days }: Pick<DigestRule, 'time' | 'days'>, after: number, zone: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const today = Math.floor(wallOf(after, zone) / dayMillis) * dayMillis;
  for (let n = 0; n < 9; n += 1) {
    const wall = today + n * dayMillis + (hours * 60 + minutes) * minuteMillis;
    const moment = momentOfWall(wall, zone);
    if (days.includes(weekdayOf(wall)) && moment > after) return moment;
  }
  return after + 7 * dayMillis;
}
