import { setTimeout as sleep } from 'node:timers/promises';

/** How long calls of others took, in milliseconds. */
export interface Waits {
  p95: number;
  longest: number;
  calls: number;
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** The spread of a list of times. */
export function spreadOf(times: readonly number[]): Waits {
  const sorted = times.toSorted((one, other) => one - other);
  return { p95: at(sorted, 0.95), longest: sorted.at(-1) ?? 0, calls: sorted.length };
}

/** Does calls one after another, as several people at once, while some work goes on (or for a time), and answers how long each took. */
export async function meanwhile(calls: readonly ((turn: number) => Promise<unknown>)[], work: () => Promise<unknown>): Promise<Waits> {
  const times: number[] = [];
  let over = false;
  const people = calls.map(async (call) => {
    for (let turn = 0; !over; turn += 1) {
      const began = performance.now();
      await call(turn);
      times.push(performance.now() - began);
      await sleep(10);
    }
  });
  await work().finally(() => (over = true));
  await Promise.all(people);
  return spreadOf(times);
}
