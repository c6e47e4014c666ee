/** When a limit holds: on these days of the week (1 Monday … 7 Sunday), from one time of day to another in a zone. */
export interface TimeWindow {
  readonly days: readonly number[];
  /** `HH:mm`; past midnight where it is not before `to`, and then the day is the one on which it begins. */
  readonly from: string;
  /** `HH:mm`, up to `24:00`; not included. */
  readonly to: string;
  readonly zone: string;
}

/** A moment as the clock on a wall says it: the day of the week (1 Monday) and the minute of the day. */
export interface WallTime {
  readonly day: number;
  readonly minute: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** What the clocks in a zone say at a moment. */
export function wallTime(at: number, zone: string): WallTime {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    formats.set(zone, format);
  }
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return { day: weekdays.indexOf(parts.get('weekday') ?? '') + 1, minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')) };
}

/** Whether a zone is known to this machine. */
export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** Minutes since midnight of `HH:mm`. */
const minuteOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));

/** Whether a window is open when the clocks of its zone say so. */
export function isOpen(window: Pick<TimeWindow, 'days' | 'from' | 'to'>, { day, minute }: WallTime): boolean {
  const [from, to] = [minuteOf(window.from), minuteOf(window.to)];
  if (from < to) return window.days.includes(day) && minute >= from && minute < to;
  const yesterday = day === 1 ? 7 : day - 1;
  return (window.days.includes(day) && minute >= from) || (window.days.includes(yesterday) && minute < to);
}

/** What is wrong with a window as it was entered: its zone must exist, and it must not end as it begins. */
export function windowIssues(window: TimeWindow | null | undefined): { path: string; namespace: 'enterprise'; key: string }[] {
  const mistake = (field: string, key: string) => [{ path: `window.${field}`, namespace: 'enterprise' as const, key }];
  if (!window) return [];
  if (!isZone(window.zone)) return mistake('zone', 'segmentLimit.noZone');
  return window.from === window.to ? mistake('to', 'segmentLimit.noTime') : [];
}
