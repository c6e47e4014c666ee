import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Reply } from '#kit/common/contract.ts';
import { newId } from '#kit/server/ids.ts';
import type { Services } from '#kit/server/services.ts';
import type { serverNodes } from '../common/overview.contract.ts';
import { listNodes } from './nodes.ts';

type RuntimeFacts = Reply<typeof serverNodes>;
const dayMillis = 86_400_000;
const patience = 3_000;

/** Processes, and what they stand on, as it answers now. */
export async function readRuntimeFacts(services: Services): Promise<RuntimeFacts> {
  const { db } = services.database;
  const [nodes, database, cache, files, jobs, migrations] = await Promise.all([
    listNodes(db, services.now()),
    databaseOf(services),
    cacheOf(services),
    filesOf(services),
    jobsOf(services),
    migrationsOf(services),
  ]);
  return { nodes, database, cache, files, jobs, migrations };
}

/** Milliseconds, to a tenth. */
const since = (began: number): number => Math.round((performance.now() - began) * 10) / 10;

async function databaseOf({ database }: Pick<Services, 'database'>): Promise<RuntimeFacts['database']> {
  const began = performance.now();
  await sql`select 1`.execute(database.db);
  const ms = since(began);
  const { rows } = await sql<{ version: string; bytes: number; connections: number }>`select current_setting('server_version') as version,
    pg_database_size(current_database()) as bytes, (select count(*) from pg_stat_activity where datname = current_database()) as connections`.execute(
    database.db,
  );
  const row = rows[0];
  return { version: row?.version ?? '', embedded: database.embedded, bytes: row?.bytes ?? 0, connections: row?.connections ?? 0, ms };
}

/** A message of our own must come back over the bus. */
async function cacheOf({ bus, settings }: Pick<Services, 'bus' | 'settings'>): Promise<RuntimeFacts['cache']> {
  const kind = settings.redisUrl === undefined ? 'database' : 'redis';
  const token = newId();
  const began = performance.now();
  let end = (): void => {};
  try {
    await within(
      new Promise<void>((resolve, reject) => {
        end = bus.subscribe('servers.probe', (message) => message === token && resolve());
        bus.publish('servers.probe', token).catch(reject);
      }),
    );
    return { kind, ok: true, ms: since(began) };
  } catch {
    return { kind, ok: false, ms: null };
  } finally {
    end();
  }
}

async function filesOf({ files, settings }: Pick<Services, 'files' | 'settings'>): Promise<RuntimeFacts['files']> {
  const kind = settings.fileStore.startsWith('s3://') ? 's3' : 'folder';
  const began = performance.now();
  try {
    // Nothing is kept under this name: the store answers that it knows none.
    await within(files.size('0'.repeat(64)));
    const ms = since(began);
    const disk = kind === 'folder' ? await statfs(settings.fileStore).catch(() => undefined) : undefined;
    return { kind, ok: true, ms, free: disk ? disk.bavail * disk.bsize : null };
  } catch {
    return { kind, ok: false, ms: null, free: null };
  }
}

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('No answer in time')), patience);
    });
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function jobsOf({ database, now }: Pick<Services, 'database' | 'now'>): Promise<RuntimeFacts['jobs']> {
  const { rows } = await sql<{ queued: number; running: number; failed: number; oldest: number | null }>`select
    count(*) filter (where state = 'queued') as queued, count(*) filter (where state = 'running') as running,
    count(*) filter (where state = 'failed' and ended_at > ${now() - dayMillis}) as failed, min(created_at) filter (where state = 'queued') as oldest from job`.execute(
    database.db,
  );
  const row = rows[0];
  return { queued: row?.queued ?? 0, running: row?.running ?? 0, failed: row?.failed ?? 0, oldestAt: row?.oldest ?? null };
}

async function migrationsOf({ database }: Pick<Services, 'database'>): Promise<RuntimeFacts['migrations']> {
  const { rows } = await sql<{
    applied: number;
    last: string;
    at: number | null;
  }>`select count(*) over () as applied, module || '/' || name as last,
    (extract(epoch from applied_at) * 1000)::bigint as at from schema_migration order by applied_at desc, module desc, name desc limit 1`.execute(
    database.db,
  );
  const row = rows[0];
  return { applied: row?.applied ?? 0, last: row?.last ?? '', lastAt: row?.at ?? null };
}
