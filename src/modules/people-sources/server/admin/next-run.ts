import { zoneOffset } from '#platform/sheets/cell.ts';
import type { SourceSchedule } from '../../common/source-parts.ts';
import { siteZone } from '#modules/people/server/public.ts';

const dayMillis = 86_400_000;
const minuteMillis = 60_000;

/** Whether the name is one of a time zone. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** When a schedule next wants a run after this moment; null when it wants none. */
export function nextRun({ kind, everyMinutes, times, zone }: SourceSchedule, now: number): number | null {
  if (kind === 'off') return null;
  if (kind === 'every') return now + everyMinutes * minuteMillis;
  const offset = zoneOffset(zone === '' ? siteZone() : zone);
  const today = Math.floor((now + offset(now)) / dayMillis) * dayMillis;
  const moments = [0, 1, 2].flatMap((day) =>
    times.map((time) => {
      const [hours = 0, minutes = 0] = time.split(':').map(Number);
      const wall = today + day * dayMillis + (hours * 60 + minutes) * minuteMillis;
      // Where a clock is put forward or back the zone's distance is that of the moment itself.
      return wall - offset(wall - offset(now));
    }),
  );
  const ahead = moments.filter((moment) => moment > now);
  return ahead.length === 0 ? null : Math.min(...ahead);
}
