import type { Pool } from 'pg';
import { gatherer } from '#platform/gather.ts';
import { newId } from '#kit/server/ids.ts';
import { perProduct } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { isDatabaseAway } from '#platform/database/away.ts';
import { hasty } from '../hasty.ts';
import { DigestSet } from './digest-set.ts';

/** A signature is good for five minutes before and after its time: so long a nonce is remembered at least. */
const rememberMillis = 10 * 60_000;
/** Nonces that are noted in one statement, and how long they wait for that where nobody waits for them. */
const most = 500;
const noteMillis = 100;
/** For so long a process trusts what it knows of others, and looks again in time, while calls go on, when no more than this is left of it. */
const trustMillis = 500;
const lookAheadMillis = trustMillis / 2;
/** A process that joins waits until every other one must have seen it. */
const joinMillis = 3 * trustMillis;
/** For so long a process decides by itself while the database does not answer. */
const awayMillis = 60_000;
/** A process that has said nothing for so long is gone. */
const goneSeconds = 30;

type Parts = Pick<Services, 'database' | 'log' | 'now'>;

/**
 * Which requests were already used, over all processes. Where a process is alone (it looks twice a second) its memory decides at once and
 * the database is told a moment later; where there are more the database decides.
 */
class Nonces {
  readonly #pool: Pool;
  readonly #parts: Parts;
  readonly #id = newId();
  #current = new DigestSet();
  #before = new DigestSet();
  #turnAt = performance.now() + rememberMillis;
  #joined: Promise<void> | undefined;
  #answeredAt = Number.NEGATIVE_INFINITY;
  #aloneUntil = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;
  #waiting: Buffer[] = [];
  #timer: NodeJS.Timeout | undefined;
  #noting: Promise<void> = Promise.resolve();
  readonly #note: (digest: Buffer) => Promise<boolean>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#pool = parts.database.pool;
    this.#note = gatherer(most, (batch) => this.#write(batch));
  }

  /** Whether it was not used before, where this process can tell at once; undefined where the database must. */
  takeNow(digest: Buffer): boolean | undefined {
    const left = this.#aloneUntil - performance.now();
    if (left <= 0) return undefined;
    if (left < lookAheadMillis) void this.#lookOnce().catch(() => undefined);
    if (!this.#remember(digest)) return false;
    this.#waiting.push(digest);
    if (this.#waiting.length >= most) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), noteMillis).unref();
    return true;
  }

  /** The same where it may take a while. */
  async take(digest: Buffer): Promise<boolean> {
    await (this.#joined ??= this.#join().catch((error: unknown) => {
      this.#joined = undefined;
      throw error;
    }));
    await this.#lookOnce();
    const known = this.takeNow(digest);
    if (known !== undefined) return known;
    if (!this.#remember(digest)) return false;
    return this.#note(digest);
  }

  /** Says that this process is still there. */
  async beat(): Promise<void> {
    if (!this.#joined) return;
    await this.#pool.query('insert into gateway_keeper (id, seen_at) values ($1, now()) on conflict (id) do update set seen_at = now()', [
      this.#id,
    ]);
  }

  /** Writes what waits. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#waiting;
    if (batch.length === 0) return this.#noting;
    this.#waiting = [];
    // One after the other: where the database is away they come again, as many as memory may hold.
    this.#noting = this.#noting.then(async () => {
      try {
        await this.#keep(batch);
      } catch (error) {
        this.#parts.log.warn({ err: error, waiting: batch.length }, 'Nonces could not be noted; they wait');
        if (this.#waiting.length < 100_000) this.#waiting.push(...batch);
        this.#timer ??= setTimeout(() => void this.flush(), 10 * noteMillis).unref();
      }
    });
    return this.#noting;
  }

  /** Writes what waits and leaves. */
  async stop(): Promise<void> {
    if (!this.#joined) return;
    this.#aloneUntil = Number.NEGATIVE_INFINITY;
    await this.flush();
    await this.#pool.query('delete from gateway_keeper where id = $1', [this.#id]);
  }

  /** Whether it is new to this process; from now on it is known. */
  #remember(digest: Buffer): boolean {
    if (performance.now() >= this.#turnAt) {
      [this.#before, this.#current] = [this.#current, new DigestSet()];
      this.#turnAt = performance.now() + rememberMillis;
    }
    if (this.#current.has(digest) || this.#before.has(digest)) return false;
    this.#current.add(digest);
    return true;
  }

  async #join(): Promise<void> {
    await this.#pool.query('insert into gateway_keeper (id, seen_at) values ($1, now()) on conflict (id) do update set seen_at = now()', [
      this.#id,
    ]);
    if ((await this.#others()) > 0) await new Promise((resolve) => setTimeout(resolve, joinMillis));
    // Those of before: of a process that ended, or of the others.
    const { rows } = await this.#pool.query<{ hash: Buffer }>('select hash from gateway_nonce where until >= $1', [this.#parts.now()]);
    for (const { hash } of rows) this.#current.add(hash);
  }

  #lookOnce(): Promise<void> {
    return (this.#looking ??= this.#look().finally(() => (this.#looking = undefined)));
  }

  async #look(): Promise<void> {
    const at = performance.now();
    try {
      const others = await this.#others();
      this.#answeredAt = at;
      if (others === 0) this.#aloneUntil = at + trustMillis;
    } catch (error) {
      // Calls go on for a while without the database: this process goes by what it remembers.
      if (!isDatabaseAway(error) || at - this.#answeredAt > awayMillis) throw error;
      this.#aloneUntil = performance.now() + trustMillis;
    }
  }

  async #others(): Promise<number> {
    const { rows } = await this.#pool.query<{ others: number }>({
      name: 'gateway-keepers',
      text: `select count(*)::int as others from gateway_keeper where id <> $1 and seen_at > now() - interval '${goneSeconds} seconds'`,
      values: [this.#id],
    });
    return rows[0]?.others ?? 0;
  }

  /** Notes what was decided from memory. In one value: a list of thousands a second is written and read sign by sign. */
  async #keep(batch: readonly Buffer[]): Promise<void> {
    await this.#pool.query({
      name: 'gateway-nonces-kept',
      text: `insert into gateway_nonce (hash, until) select substring($1::bytea from 32 * place + 1 for 32), $2::bigint
        from ${hasty}, generate_series(0, length($1::bytea) / 32 - 1) as place
        on conflict do nothing`,
      values: [Buffer.concat(batch), this.#parts.now() + rememberMillis],
    });
  }

  async #write(batch: readonly Buffer[]): Promise<boolean[]> {
    // Not waited for on the disk: a database that breaks down forgets the last half second, and calls took that long before.
    const { rows } = await this.#pool.query<{ hash: Buffer }>({
      name: 'gateway-nonces',
      text: `insert into gateway_nonce (hash, until) select noted.hash, $2::bigint
        from ${hasty}, unnest($1::bytea[]) as noted(hash)
        on conflict do nothing returning hash`,
      values: [batch, this.#parts.now() + rememberMillis],
    });
    const fresh = new Set(rows.map(({ hash }) => hash.toString('latin1')));
    // The same one twice in a batch passes once.
    return batch.map((digest) => fresh.delete(digest.toString('latin1')));
  }
}

/** The nonces of a running product. */
export const noncesOf = perProduct<Nonces, Parts>((parts) => new Nonces(parts));
