import type { QuietHours } from '../../common/notice-person.contract.ts';
import type { WeeklyWindow } from '../../common/silence.contract.ts';

const minuteMillis = 60_000;
const dayMinutes = 1_440;

/** Zone of who has none: that of the server. */
const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether this machine knows a time zone. */
export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** Day of the week (0 Sunday) and minute of the day there. */
function wallClock(at: number, zone: string | null): { day: number; minute: number } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone ?? ownZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? '0';
  return {
    day: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(of('weekday')),
    minute: Number(of('hour')) * 60 + Number(of('minute')),
  };
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Milliseconds until a window that is open now closes; undefined while it is closed. A window may go past midnight, and is of the day on which it begins. */
function leftOf(window: { days: readonly number[]; from: string; to: string }, at: number, zone: string | null): number | undefined {
  const { day, minute } = wallClock(at, zone);
  const [from, to] = [minutesOf(window.from), minutesOf(window.to)];
  const length = to > from ? to - from : to + dayMinutes - from;
  for (const [begun, since] of [
    [day, minute - from],
    [(day + 6) % 7, minute + dayMinutes - from],
  ] as const)
    if (window.days.includes(begun) && since >= 0 && since < length) return (length - since) * minuteMillis - (at % minuteMillis);
  return undefined;
}

/** Until when somebody is left alone; undefined while they are not. */
export function quietUntil(quiet: QuietHours | null, at: number, zone: string | null): number | undefined {
  const left = quiet ? leftOf(quiet, at, zone) : undefined;
  return left === undefined ? undefined : at + left;
}

/** Whether a weekly window is open. */
export const isOpen = (window: WeeklyWindow, at: number): boolean => leftOf(window, at, window.timeZone) !== undefined;

/** The next full hour, or the next nine in the morning there. */
export function digestAt(digest: 'hourly' | 'daily', at: number, zone: string | null): number {
  const { minute } = wallClock(at, zone);
  const begun = at - (at % minuteMillis);
  if (digest === 'hourly') return begun + (60 - (minute % 60)) * minuteMillis;
  const nine = 9 * 60;
  return begun + (minute < nine ? nine - minute : nine + dayMinutes - minute) * minuteMillis;
}
