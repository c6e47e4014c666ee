import { perProduct } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';

/** Nonces that are noted in one statement. */
const most = 200;

interface Waiting {
  readonly hash: Buffer;
  readonly until: number;
  resolve(isNew: boolean): void;
  reject(error: unknown): void;
}

/** Notes nonces of this process with few statements: those that come while one is under way go together with the next. */
class Nonces {
  readonly #database: Services['database'];
  #waiting: Waiting[] = [];
  #running = false;

  constructor(database: Services['database']) {
    this.#database = database;
  }

  /** Notes a nonce for all nodes; false where it was noted before. */
  note(hash: Buffer, until: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ hash, until, resolve, reject });
      if (!this.#running) void this.#round();
    });
  }

  async #round(): Promise<void> {
    this.#running = true;
    // Calls of the same turn go together.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, most);
      try {
        const { rows } = await this.#database.pool.query<{ hash: Buffer }>({
          name: 'gateway-nonces',
          text: `insert into gateway_nonce (hash, until) select * from unnest($1::bytea[], $2::bigint[]) on conflict do nothing returning hash`,
          values: [batch.map(({ hash }) => hash), batch.map(({ until }) => until)],
        });
        const fresh = new Set(rows.map(({ hash }) => hash.toString('base64')));
        // The same one twice in a batch passes once.
        for (const { hash, resolve } of batch) resolve(fresh.delete(hash.toString('base64')));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#running = false;
  }
}

/** Nonces of a running product. */
export const noncesOf = perProduct<Nonces, Pick<Services, 'database'>>(({ database }) => new Nonces(database));
