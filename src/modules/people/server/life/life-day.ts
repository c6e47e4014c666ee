import { siteZone } from '../setting/site-zone.ts';

const quarter = 900_000;
const dayMillis = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day, YYYY-MM-DD, of a moment for somebody in this zone; null: that of the company. */
export function dayIn(zone: string | null, at: number): string {
  const name = zone ?? siteZone();
  const format = formats.get(name) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short' });
  formats.set(name, format);
  return format.format(at);
}

/** When a day begins in a zone; also where the clocks change at midnight. */
export function beginningOf(day: string, zone: string | null): number {
  // No zone is further than 14 hours from UTC, and each begins its days on a quarter of an hour.
  const utc = Date.parse(`${day}T00:00:00Z`);
  let at = utc - dayMillis;
  while (dayIn(zone, at) < day) at += quarter;
  return at;
}

/** The day after. */
export const dayAfter = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + dayMillis).toISOString().slice(0, 10);
