import { wallOf } from '#platform/wall-clock.ts';
import type { QuietWindow } from '../../common/setting/values.ts';

const minuteMillis = 60_000;
const dayMinutes = 1440;
const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));

/** Whether a moment lies in one of these hours by the clock of a zone; hours that end before they begin go over midnight. */
export function inQuiet(at: number, zone: string, windows: readonly QuietWindow[]): boolean {
  const minute = Math.floor(wallOf(at, zone) / minuteMillis) % dayMinutes;
  return windows.some(({ from, to }) => {
    const [begins, ends] = [minutesOf(from), minutesOf(to)];
    return begins < ends ? minute >= begins && minute < ends : minute >= begins || minute < ends;
  });
}
