import { siteZone } from '#modules/people/server/public.ts';
import { momentOfWall, wallOf } from '#platform/wall-clock.ts';
import type { TodoSystem } from './system.ts';

const dayMillis = 86_400_000;
const minuteMillis = 60_000;

/** When a notice that is due now may be written: at once, or when the quiet hours end where its system keeps them and it is not urgent. */
export function calm(
  now: number,
  {
    system,
    priority,
    setting,
  }: {
    readonly system: Pick<TodoSystem, 'quietHours'>;
    readonly priority: number;
    readonly setting: { readonly quietFrom: number; readonly quietTo: number };
  },
): number {
  const { quietFrom, quietTo } = setting;
  if (!system.quietHours || priority >= 3 || quietFrom === quietTo) return now;
  const zone = siteZone();
  const wall = wallOf(now, zone);
  const today = Math.floor(wall / dayMillis) * dayMillis;
  for (const day of [today - dayMillis, today]) {
    const from = day + quietFrom * minuteMillis;
    const to = day + quietTo * minuteMillis + (quietTo <= quietFrom ? dayMillis : 0);
    if (wall >= from && wall < to) return momentOfWall(to, zone);
  }
  return now;
}
