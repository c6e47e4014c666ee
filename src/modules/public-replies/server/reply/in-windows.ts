import type { Windows } from '../../common/reply/reply-fields.ts';

const dayMinutes = 1440;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', weekday: 'short', hour: 'numeric', minute: 'numeric' });
  formats.set(zone, made);
  return made;
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));

/** Whether a moment lies in one of these hours by the clock of a zone. Equal beginning and end are a whole day. */
export function inWindows(at: number, zone: string, windows: Windows): boolean {
  if (windows.length === 0) return false;
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const today = weekdays.indexOf(parts['weekday']!) + 1;
  const yesterday = today === 1 ? 7 : today - 1;
  const minute = Number(parts['hour']) * 60 + Number(parts['minute']);
  return windows.some(({ from, to, weekdays: days }) => {
    const [begins, stops] = [minutesOf(from), minutesOf(to)];
    const until = stops <= begins ? stops + dayMinutes : stops;
    return (days.includes(today) && minute >= begins && minute < until) || (days.includes(yesterday) && minute + dayMinutes < until);
  });
}
