import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { migrate, type MigrationSource } from '#platform/database/migrate.ts';
import { connectDatabase, type Database } from '#platform/database/open-database.ts';
import { columnTypes } from '#platform/database/types.ts';
import { TEMPLATE } from './global-setup.ts';

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('testServer'), database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** File by file, past the log: half the work, and what a crash would lose is a test's. */
const copied = 'strategy file_copy';

/** With the few rows of a test one plan serves any value: none is made again for each. */
const planned = encodeURIComponent('-c plan_cache_mode=force_generic_plan');

/** A clone of the run's template for somebody who opens databases by their address, and how to drop it. */
export async function testDatabaseUrl(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(`create database ${name} template ${TEMPLATE} ${copied}`);
  const { host, port, user } = inject('testServer');
  return {
    url: `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}&options=${planned}`,
    drop: () => administer(`drop database if exists ${name} with (force)`),
  };
}

/** A database of one's own on the run's server: a clone with every module's tables or, given sources, with only theirs ([] gives an empty one). close drops it. */
export async function testDatabase(sources?: MigrationSource[]): Promise<Database> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(`create database ${name} template ${sources ? 'template0' : TEMPLATE} ${copied}`);
  const database = connectDatabase({ ...inject('testServer'), database: name, application_name: 'test', types: columnTypes });
  if (sources && sources.length > 0) await migrate(database.pool, sources);
  const close = async () => {
    await database.close();
    await administer(`drop database if exists ${name} with (force)`);
  };
  return { ...database, close };
}
