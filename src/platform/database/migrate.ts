import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { StartError } from '#platform/start-error.ts';

/** One module's folder of migrations, plain SQL files named NNNN-title.sql. */
export interface MigrationSource {
  module: string;
  /** Absolute path; a folder that does not exist holds none. */
  folder: string;
}

/** A migration as it lies in its folder. */
export interface Migration {
  module: string;
  name: string;
  sha256: string;
  sql: string;
}

interface Applied {
  module: string;
  name: string;
  sha256: string;
}

const EXTENSIONS = ['pg_trgm', 'ltree'];
const LOCK = 7_361_204_418;

const TABLE = `create table if not exists schema_migration (
  module text not null,
  name text not null,
  sha256 text not null,
  applied_at timestamptz not null default now(),
  primary key (module, name)
)`;

/** Reads the migrations of all sources: sources in the given order, then by file name. */
export function readMigrations(sources: MigrationSource[]): Migration[] {
  return sources.flatMap(({ module, folder }) => {
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.sql')) : [];
    return names.sort().map((name) => {
      if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name))
        throw new StartError(`The migration ${module}/${name} must be named like 0001-first-tables.sql.`);
      const sql = readFileSync(path.join(folder, name), 'utf8');
      return { module, name, sha256: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex'), sql };
    });
  });
}

/** Brings the database up to all given migrations, each in its own transaction; throws StartError when applied ones were edited or are missing. */
export async function migrate(pool: pg.Pool, sources: MigrationSource[], log?: (sentence: string) => void): Promise<void> {
  const { rows } = await pool.query<{ found: boolean }>(`select to_regclass('${UNFINISHED}') is not null as found`);
  if (rows[0]?.found) throw new StartError('A restore into this database was cut off: run it again before the start.');
  await applyMigrations(pool, readMigrations(sources), log);
}

/** The table that stands in a database while a restore fills it. */
export const UNFINISHED = 'restore_unfinished';

/** As migrate, with the migrations already read. */
export async function applyMigrations(pool: pg.Pool, migrations: Migration[], log?: (sentence: string) => void): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    // Several nodes start at once: one migrates, the others wait here and then find nothing to do.
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await createExtensions(client);
    await client.query(TABLE);
    const { rows } = await client.query<Applied>('select module, name, sha256 from schema_migration');
    for (const migration of pending(migrations, rows)) {
      await apply(client, migration);
      log?.(`Applied the migration ${migration.module}/${migration.name}.`);
    }
  } finally {
    // Closing the connection gives the lock back in any case.
    client.release(true);
  }
}

async function createExtensions(client: pg.PoolClient): Promise<void> {
  for (const extension of EXTENSIONS) {
    try {
      await client.query(`create extension if not exists ${extension}`);
    } catch (error) {
      throw new StartError(
        `The database's extension ${extension} can't be created: ${message(error)}. Let the database's administrator create it.`,
      );
    }
  }
}

function pending(migrations: Migration[], applied: Applied[]): Migration[] {
  const known = new Map(migrations.map((migration) => [`${migration.module}/${migration.name}`, migration]));
  for (const row of applied) {
    const id = `${row.module}/${row.name}`;
    const migration = known.get(id);
    if (!migration)
      throw new StartError(
        `The database knows the migration ${id}, which this version lacks: start the version that applied it, or a newer one.`,
      );
    if (migration.sha256 !== row.sha256)
      throw new StartError(
        `The migration ${id} was edited after it had been applied: restore the file, and put the change into a new one.`,
      );
    known.delete(id);
  }
  return [...known.values()];
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(migration.sql);
    await client.query('insert into schema_migration (module, name, sha256) values ($1, $2, $3)', [
      migration.module,
      migration.name,
      migration.sha256,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new StartError(`The migration ${migration.module}/${migration.name} failed and was undone: ${message(error)}.`);
  }
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
