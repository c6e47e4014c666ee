import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { UNFINISHED } from '#platform/database/migrate.ts';
import { StartError } from '#platform/start-error.ts';
import { listTables } from './catalog.ts';
import type { StartEntry } from './records.ts';

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

const FOREIGN_KEYS = `
  select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by oid`;

/** Fills a migrated database within one transaction; nothing is seen of it before commit. */
export class Loader {
  readonly #client: pg.PoolClient;
  #foreignKeys: ForeignKey[] = [];
  #tables: string[] = [];

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  /** Opens the transaction, empties the tables, makes the partitions and puts foreign keys and triggers aside (an owner may, a superuser need not). */
  async begin(start: StartEntry): Promise<void> {
    const client = this.#client;
    await client.query(
      "set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set timezone = 'UTC'; set datestyle = 'ISO'",
    );
    await client.query('begin');
    const before = await listTables(client);
    this.#foreignKeys = (await client.query<ForeignKey>(FOREIGN_KEYS)).rows;
    for (const key of this.#foreignKeys) await client.query(`alter table ${key.table} drop constraint ${key.name}`);
    for (const { name, parent, bound, key } of start.partitions) {
      await client.query(`create table if not exists ${name} partition of ${parent} ${bound}${key === null ? '' : ` partition by ${key}`}`);
    }
    this.#tables = before.map((table) => table.name);
    for (const table of this.#tables) {
      await client.query(`alter table ${table} disable trigger user`);
      await client.query(`truncate ${table}`);
    }
  }

  /** Copies a table's rows in; answers their number. */
  async table(name: string, columns: string[], chunks: AsyncIterable<Buffer>): Promise<number> {
    if (!this.#tables.includes(name)) throw new StartError(`The archive holds the table ${name}, which its migrations do not make.`);
    const stream = this.#client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`));
    await pipeline(chunks, stream);
    return stream.rowCount;
  }

  /** Puts sequences, triggers and foreign keys back, which checks every row, and ends all sessions. */
  async settle(start: StartEntry, now: number): Promise<void> {
    const client = this.#client;
    for (const { name, value, called } of start.sequences)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, called]);
    for (const table of this.#tables) await client.query(`alter table ${table} enable trigger user`);
    for (const key of this.#foreignKeys) await client.query(`alter table ${key.table} add constraint ${key.name} ${key.definition}`);
    // By delete and not truncate: what belongs to a session goes or loses it as its foreign key says.
    for (const table of ['session', 'terminal_session']) if (this.#tables.includes(table)) await client.query(`delete from ${table}`);
    await this.#markRestored(now);
    await client.query(`drop table ${UNFINISHED}`);
  }

  /** Makes all of it the database's contents. */
  async commit(): Promise<void> {
    await this.#client.query('commit');
    await this.#client.query('analyze');
  }

  async #markRestored(now: number): Promise<void> {
    const { rows } = await this.#client.query(
      `select from pg_attribute where attrelid = to_regclass('installation') and attname = 'restored_at'`,
    );
    if (rows.length > 0) await this.#client.query('update installation set restored_at = to_timestamp($1::float8 / 1000)', [now]);
  }
}
