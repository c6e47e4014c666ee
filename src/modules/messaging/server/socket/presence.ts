import { hostname } from 'node:os';
import { sql } from 'kysely';
import { newId } from '#kit/server/ids.ts';
import type { CoreServices } from '#kit/server/services.ts';

/** A process that said nothing for so long is gone, and its connections with it. */
export const nodeMillis = 30_000;

/** A connection as it is written down. */
export interface Present {
  readonly id: string;
  readonly uid: string;
  readonly deviceId: string;
  readonly platform: number;
  readonly address: string;
}

/** Which terminals are connected to this process, for the lists of all processes; written down now and then, together. */
export class Presence {
  readonly id = newId();
  readonly #parts: Pick<CoreServices, 'database' | 'now' | 'log'>;
  /** Everybody who is connected, and of them those who are not written down yet. */
  readonly #here = new Map<string, Present & { since: number }>();
  readonly #came = new Set<string>();
  readonly #went = new Set<string>();
  #turn: Promise<void> = Promise.resolve();
  #known = false;

  constructor(parts: Pick<CoreServices, 'database' | 'now' | 'log'>) {
    this.#parts = parts;
  }

  came({ id, uid, deviceId, platform, address }: Present): void {
    this.#here.set(id, { id, uid, deviceId, platform, address, since: this.#parts.now() });
    this.#came.add(id);
  }

  went(id: string): void {
    this.#here.delete(id);
    if (!this.#came.delete(id)) this.#went.add(id);
  }

  /** Writes down what changed, and that this process is there. */
  write(): Promise<void> {
    this.#turn = this.#turn
      .then(() => this.#write())
      .catch((error: unknown) => this.#parts.log.warn({ err: error }, 'Connections could not be written down'));
    return this.#turn;
  }

  async #write(): Promise<void> {
    const { database, now } = this.#parts;
    const [came, went, at] = [[...this.#came], [...this.#went], now()];
    if (came.length === 0 && went.length === 0 && !this.#known) return;
    this.#came.clear();
    this.#went.clear();
    await database.db.transaction().execute(async (tx) => {
      // A process that stood still was taken for gone: it writes everybody down again.
      const { rows } = await sql<{ fresh: boolean }>`insert into im_node (id, name, started_at, seen_at)
        values (${this.id}::uuid, ${`${hostname()} ${process.pid}`}, ${at}, ${at})
        on conflict (id) do update set seen_at = excluded.seen_at returning xmax = 0 as fresh`.execute(tx);
      const added = rows[0]!.fresh ? [...this.#here.values()] : came.flatMap((id) => this.#here.get(id) ?? []);
      await sql`delete from im_node where seen_at < ${at - nodeMillis}`.execute(tx);
      await sql`delete from im_online where id = any(${went}::uuid[])`.execute(tx);
      await sql`insert into im_online (id, node_id, employee_id, device_id, platform, address, since_at)
        select id, ${this.id}::uuid, uid, "deviceId", platform, address, since
        from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as r(id uuid, uid uuid, "deviceId" text, platform smallint, address text, since bigint)
        on conflict (id) do nothing`.execute(tx);
    });
    this.#known = true;
  }

  /** The process ends. */
  async end(): Promise<void> {
    if (!this.#known) return;
    await sql`delete from im_node where id = ${this.id}::uuid`.execute(this.#parts.database.db).catch(() => undefined);
  }
}
