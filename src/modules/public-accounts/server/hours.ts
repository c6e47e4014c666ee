import type { z } from 'zod';
import { momentOfWall, wallOf } from '#platform/wall-clock.ts';
import type { quietHours } from '../common/account.contract.ts';

/** Hours with the weekdays on which they begin; an end that is not after the beginning lies on the next day. */
export type Hours = z.output<typeof quietHours>;

const dayMillis = 86_400_000;
const minuteMillis = 60_000;
const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));

/** Ends, on the wall clock, of those hours in which a wall clock stands. */
function endsAround(wall: number, hours: Hours): number[] {
  const today = Math.floor(wall / dayMillis) * dayMillis;
  return hours.flatMap(({ from, to, weekdays }) => {
    const [begins, stops] = [minutesOf(from) * minuteMillis, minutesOf(to) * minuteMillis];
    return [today - dayMillis, today].flatMap((day) => {
      const weekday = ((new Date(day).getUTCDay() + 6) % 7) + 1;
      const until = day + stops + (stops <= begins ? dayMillis : 0);
      return weekdays.includes(weekday) && wall >= day + begins && wall < until ? [until] : [];
    });
  });
}

/** Whether a moment lies in one of these hours by the clock of a zone. Equal beginning and end are a whole day. */
export const inHours = (at: number, zone: string, hours: Hours): boolean => endsAround(wallOf(at, zone), hours).length > 0;

/** When the hours end in which a moment lies in a zone; undefined outside of them. Hours that touch count as one. */
export function hoursEnd(at: number, zone: string, hours: Hours): number | undefined {
  let end: number | undefined;
  // Each round passes one of them; nobody has more of them than days.
  for (let round = 0; round < 20; round += 1) {
    const from = end ?? at;
    const last = Math.max(...endsAround(wallOf(from, zone), hours).map((wall) => momentOfWall(wall, zone)));
    if (last <= from) return end;
    end = last;
  }
  return end;
}
