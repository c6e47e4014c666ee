import { setTimeout as sleep } from 'node:timers/promises';

/** How often the work is done at most, and the longest pause before the second time, in milliseconds; it doubles from time to time. */
const mostTimes = 6;
const pauseMillis = 25;

/** Whether the database gave a transaction up for the sake of another one (40001 serialization, 40P01 deadlock): done again it may succeed. */
export function isConflict(error: unknown): boolean {
  const { code } = Object(error) as { code?: unknown };
  return code === '40001' || code === '40P01';
}

/** Retries a whole transaction, a few times and after a random pause, while the database aborts it in favour of others. */
export async function retryConflicts<T>(transaction: () => Promise<T>): Promise<T> {
  for (let times = 1; ; times += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isConflict(error) || times >= mostTimes) throw error;
    }
    // Those that met each other must not meet again.
    await sleep(Math.random() * pauseMillis * 2 ** times);
  }
}
