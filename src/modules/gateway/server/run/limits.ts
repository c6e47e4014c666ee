import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { hasty } from '../hasty.ts';
import { CallFailure } from './failure.ts';

interface Bucket {
  left: number;
  at: number;
}

/** Calls that run at once. */
export interface Running {
  count: number;
}

const mostBuckets = 100_000;

/** How the rate of somebody stands after a call. */
export interface RateState {
  readonly limit: number;
  readonly left: number;
  /** Seconds until the bucket is full again. */
  readonly reset: number;
}

/** Rates, and calls that run at once, of one process. */
export class Limits {
  readonly #buckets = new Map<string, Bucket>();
  readonly #running = new Map<string, Running>();

  /** Takes one call out of a bucket that fills with `rate` a second up to `burst`; 14307 where it is empty. */
  take(key: string, { rate, burst }: { rate: number; burst: number }, now = performance.now()): RateState {
    const known = this.#buckets.get(key) ?? { left: burst, at: now };
    const left = Math.min(burst, known.left + ((now - known.at) / 1000) * rate);
    if (this.#buckets.size >= mostBuckets) this.#buckets.clear();
    if (left < 1) {
      this.#buckets.set(key, { left, at: now });
      const seconds = Math.max(1, Math.ceil((1 - left) / rate));
      throw new CallFailure('limited', { code: 14307, params: { n: seconds, reason: `${rate}/s` }, retryAfter: seconds });
    }
    this.#buckets.set(key, { left: left - 1, at: now });
    return { limit: burst, left: Math.floor(left - 1), reset: Math.max(0, Math.ceil((burst - left + 1) / rate)) };
  }

  /** Takes a place among calls that run at once; 14317 where none is free. */
  enter(key: string, most: number): Running {
    let place = this.#running.get(key);
    if (!place) {
      // Places that nobody holds are forgotten when there are many.
      if (this.#running.size >= mostBuckets) for (const [old, { count }] of this.#running) if (count === 0) this.#running.delete(old);
      this.#running.set(key, (place = { count: 0 }));
    }
    if (place.count >= most) throw new CallFailure('limited', { code: 14317, params: { n: 1, reason: `${most}` }, retryAfter: 1 });
    place.count += 1;
    return place;
  }
}

/** Counts a call against the quota of the day, over all nodes; 14308 where it is used up. A database that breaks down forgets the last half second. */
export async function takeQuota(db: Db, callerId: string, quota: number, now: number): Promise<void> {
  const day = new Date(now).toISOString().slice(0, 10);
  const { rows } = await sql<{ count: number }>`insert into gateway_quota as q (caller_id, day, count)
    select ${callerId}, ${day}::date, 1 from ${sql.raw(hasty)}
    on conflict (caller_id, day) do update set count = q.count + 1 returning count`.execute(db);
  if ((rows[0]?.count ?? 0) > quota) throw new CallFailure('limited', { code: 14308, params: { n: quota, reason: 'quota' } });
}
