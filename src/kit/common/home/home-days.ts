/** Milliseconds of a day. */
export const dayMillis = 86_400_000;
/** Days that the home page looks back, today among them. */
const homeDays = 30;

/** The first moments of the last days, the last one is today, for somebody whose days begin so many minutes before those of UTC. */
export function daysUntil(now: number, offset: number): number[] {
  const shift = offset * 60_000;
  const today = Math.floor((now + shift) / dayMillis) * dayMillis - shift;
  return Array.from({ length: homeDays }, (_, at) => today - (homeDays - 1 - at) * dayMillis);
}

/** Counts by the day on which they are. */
export function spread(days: readonly number[], rows: readonly { day: number; n: number }[]): number[] {
  const counts = days.map(() => 0);
  for (const { day, n } of rows) if (counts[day] !== undefined) counts[day] += n;
  return counts;
}
