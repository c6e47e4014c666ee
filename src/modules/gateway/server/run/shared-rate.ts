import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { hasty } from '../hasty.ts';

/** How many calls of a rate a process takes at once: a twentieth of a second's, at least one. */
const shareOfSecond = 20;
/** How long a process may use what it took, in milliseconds. */
const useMillis = 1_000;
/** From so many calls at once on a process takes more before it has none: of fewer, those taken in vain would be missed. */
const aheadFrom = 5;

interface Lease {
  calls: number;
  until: number;
  /** What was left for all of them when it was taken. */
  rest: number;
}

/** What there is of a rate: calls that this process may let through, what is left for all, or the seconds until there is one. */
export type Taken = { readonly ok: true; readonly left: number } | { readonly ok: false; readonly waitSeconds: number };

interface Bucket {
  readonly rate: number;
  readonly burst: number;
}

/** Calls that a process takes at once. */
const wantedOf = ({ rate, burst }: Bucket): number => Math.max(1, Math.min(burst, Math.floor(rate / shareOfSecond)));

/** Rates of one process that all processes share: each takes a few calls at once out of the database, so that together they keep the rate. */
export class SharedRates {
  readonly #leases = new Map<string, Lease>();
  readonly #flights = new Map<string, Promise<Taken | undefined>>();
  readonly #refusals = new Map<string, { until: number; waitSeconds: number }>();
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Takes one call of those that this process has at hand; undefined where it must ask for more. */
  takeNow(key: string, bucket: Bucket): Taken | undefined {
    const lease = this.#leases.get(key);
    if (!lease || lease.calls < 1) return undefined;
    const left = lease.until - performance.now();
    if (left <= 0) return undefined;
    lease.calls -= 1;
    const wanted = wantedOf(bucket);
    if (wanted >= aheadFrom && (left < useMillis / 2 || lease.calls < wanted / 2)) this.#ahead(key, bucket);
    return { ok: true, left: Math.floor(lease.rest + lease.calls) };
  }

  /** Takes one call; undefined where the database does not answer. */
  async take(key: string, bucket: Bucket): Promise<Taken | undefined> {
    for (let round = 0; round < 50; round += 1) {
      const now = this.takeNow(key, bucket);
      if (now) return now;
      const refusal = this.#refusals.get(key);
      if (refusal && refusal.until > performance.now()) return { ok: false, waitSeconds: refusal.waitSeconds };
      const taken = await this.#fetchOnce(key, bucket);
      if (!taken?.ok) return taken;
    }
    return { ok: false, waitSeconds: 1 };
  }

  /** Takes more while calls go on, so that none of them waits for it. */
  #ahead(key: string, bucket: Bucket): void {
    const refusal = this.#refusals.get(key);
    if (!refusal || refusal.until <= performance.now()) void this.#fetchOnce(key, bucket);
  }

  #fetchOnce(key: string, bucket: Bucket): Promise<Taken | undefined> {
    const flight = this.#flights.get(key) ?? this.#fetch(key, bucket);
    this.#flights.set(key, flight);
    return flight;
  }

  async #fetch(key: string, { rate, burst }: Bucket): Promise<Taken | undefined> {
    // What is at hand is filled up, never gathered.
    const wanted = Math.max(1, wantedOf({ rate, burst }) - this.#atHand(key));
    try {
      const { rows } = await sql<{ got: number; calls: number }>`
        with now_ms as (select extract(epoch from clock_timestamp()) * 1000 as ms),
        filled as (insert into gateway_rate as r (key, calls, at) select ${key}, ${burst}::float8, ms from now_ms, ${sql.raw(hasty)}
          on conflict (key) do update set calls = least(${burst}::float8, r.calls + greatest(0, excluded.at - r.at) / 1000.0 * ${rate}::float8), at = greatest(r.at, excluded.at)
          returning calls)
        select least(${wanted}::float8, floor(calls)) as got, calls from filled`.execute(this.#db);
      const { got = 0, calls = 0 } = rows[0] ?? {};
      if (got < 1) {
        const missing = (1 - calls) / rate;
        this.#refusals.set(key, { until: performance.now() + Math.min(missing * 1000, 100), waitSeconds: Math.max(1, Math.ceil(missing)) });
        return { ok: false, waitSeconds: Math.max(1, Math.ceil(missing)) };
      }
      const { rows: left } = await sql<{ calls: number }>`update gateway_rate set calls = calls - ${got}::float8
        from ${sql.raw(hasty)}
        where key = ${key} and calls >= ${got}::float8 returning calls`.execute(this.#db);
      // Another process was quicker: what is left is asked again.
      if (left[0]) this.#leases.set(key, { calls: this.#atHand(key) + got, until: performance.now() + useMillis, rest: left[0].calls });
      return { ok: true, left: Math.floor(left[0]?.calls ?? 0) };
    } catch {
      return undefined;
    } finally {
      this.#flights.delete(key);
    }
  }

  /** Calls that this process took and may still let through. */
  #atHand(key: string): number {
    const lease = this.#leases.get(key);
    return lease && lease.until > performance.now() ? lease.calls : 0;
  }

  /** Forgets what can't be used any more. */
  sweep(): void {
    const now = performance.now();
    for (const [key, { until }] of this.#leases) if (until < now) this.#leases.delete(key);
    for (const [key, { until }] of this.#refusals) if (until < now) this.#refusals.delete(key);
  }
}
