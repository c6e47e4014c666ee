import { hostname, loadavg } from 'node:os';
import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { perProduct } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import type { NodeRow } from '../common/overview.contract.ts';

/** Not heard of for so long, a process is gone. */
export const goneMillis = 20_000;
/** A process that is gone stays in the list for a day. */
const keepMillis = 86_400_000;

/** This process. */
interface Own {
  id: string;
  startedAt: number;
  delay: IntervalHistogram;
}

const ownOf = perProduct(({ now }: Pick<Services, 'database' | 'now'>): Own => {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  return { id: newId(), startedAt: now(), delay };
});

/** Writes the heartbeat of this process with its state. */
export async function beat(services: Pick<Services, 'database' | 'now' | 'version'>): Promise<void> {
  const { db } = services.database;
  const { id, startedAt, delay } = ownOf(services);
  const loopP99 = Number.isFinite(delay.percentile(99)) ? delay.percentile(99) / 1e6 : 0;
  delay.reset();
  const began = Date.now();
  const { rows } = await sql<{ now: number }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db);
  // Half of the way there and back lies before the database's clock was read.
  const skew = Math.round((began + Date.now()) / 2 - (rows[0]?.now ?? began));
  const connections = process.getActiveResourcesInfo().filter((one) => one === 'TCPSocketWrap').length;
  const state = {
    seen_at: services.now(),
    load: loadavg()[0] ?? 0,
    loop_p99: loopP99,
    memory: process.memoryUsage.rss(),
    connections,
    skew,
  };
  await db
    .insertInto('node')
    .values({
      id,
      host: hostname(),
      pid: process.pid,
      version: services.version,
      started_at: startedAt,
      roles: JSON.stringify(['http', 'jobs']),
      ...state,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
    .execute();
  await db
    .deleteFrom('node')
    .where('seen_at', '<', services.now() - keepMillis)
    .execute();
}

/** A process that ends in order is not missed. */
export async function leave(services: Pick<Services, 'database' | 'now'>): Promise<void> {
  const { id, delay } = ownOf(services);
  delay.disable();
  await services.database.db.deleteFrom('node').where('id', '=', id).execute();
}

/** The processes, those that live first. */
export async function listNodes(db: Db, now: number): Promise<NodeRow[]> {
  const rows = await db.selectFrom('node').selectAll().orderBy('seen_at', 'desc').orderBy('id').limit(200).execute();
  return rows
    .map((row) => ({
      id: row.id,
      host: row.host,
      pid: row.pid,
      version: row.version,
      startedAt: row.started_at,
      seenAt: row.seen_at,
      gone: row.seen_at < now - goneMillis,
      roles: row.roles,
      load: row.load,
      loopP99: row.loop_p99,
      memory: Number(row.memory),
      connections: row.connections,
      skew: row.skew,
    }))
    .toSorted((one, other) => Number(one.gone) - Number(other.gone));
}
