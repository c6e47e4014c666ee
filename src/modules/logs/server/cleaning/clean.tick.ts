import { sql } from 'kysely';
import { dropPart, goneName } from '#kit/server/audit/purge.ts';
import { writeAudit } from '#kit/server/audit/write-audit.ts';
import { systemCaller } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { legalFloorDays } from '#kit/server/log-kind.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { expireArchives } from './archive.expire.ts';
import { beginClean, isRunning } from './clean.record.ts';
import { partsOfRecord } from './clean.job.ts';
import type { PartData, RecordData } from './cleaning.table.ts';
import { allKept, daysOfTable, dueParts, inWindow, restMillis, type Kept } from './retention.ts';
import { applyWaiting } from './retention.service.ts';
import { freeRoom, leastShare } from './retention.view.ts';
import { readyParts } from './stream-wait.ts';

/** How long one round removes seals: others wait for it. */
const roundMillis = 2_000;
const minuteMillis = 60_000;
const lookedAt = new WeakMap<Services, number>();

/** What became due: shorter times, cleanings at their hour, months whose day is over, restored archives whose week is. */
export async function tickCleaning(services: Services): Promise<void> {
  await dropDue(services);
  const now = services.now();
  if (now - (lookedAt.get(services) ?? 0) < minuteMillis) return;
  lookedAt.set(services, now);
  await applyWaiting(services);
  await beginDue(services);
  await expireArchives(services);
}

/** Begins the cleanings of this hour; while the disk is nearly full those that may go early, too. */
async function beginDue(services: Services): Promise<void> {
  const { db } = services.database;
  const now = services.now();
  const all = await allKept(db, services);
  const room = await freeRoom(services);
  const tight = room !== undefined && room.free < room.all * leastShare;
  for (const kept of all) {
    const { kind, config } = kept;
    if (config.paused || now - (config.scheduled_at ?? 0) < restMillis) continue;
    const early = tight && config.early && kind.floorDays < legalFloorDays;
    if (!early && !inWindow(config, now)) continue;
    const keepDays = early ? kind.floorDays : daysOfTable(all, kind.table);
    const { ready } = await readyParts(services, kind, await dueParts(db, kind, keepDays, now));
    const due = ready.length > 0 && !(await isRunning(db, kind.table));
    if (due) await beginScheduled(services, kept, { trigger: early ? 'space' : 'schedule', keepDays });
    else await db.updateTable('cleanup_config').set({ scheduled_at: now }).where('kind', '=', kind.code).execute();
  }
}

async function beginScheduled(
  services: Services,
  kept: Kept,
  { trigger, keepDays }: { trigger: 'schedule' | 'space'; keepDays: number },
): Promise<void> {
  const { kind, config } = kept;
  try {
    await services.database.db.transaction().execute(async (tx) => {
      // Of several processes one begins it.
      const { rows } = await sql`update cleanup_config set scheduled_at = ${services.now()} where kind = ${kind.code}
        and scheduled_at is not distinct from ${config.scheduled_at} returning kind`.execute(tx);
      if (rows.length === 0) return;
      const caller = systemCaller('log.clear');
      await beginClean(tx, { services, caller }, { kept, trigger, keepDays });
      await writeAudit(tx, caller, { path: 'logs/clear/run', module: 'logs', code: 0, durationMs: 0, detail: { trigger, keepDays } });
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/** Drops months whose day is over, and ends their records. */
async function dropDue(services: Services): Promise<void> {
  const { db } = services.database;
  const deadline = AbortSignal.timeout(roundMillis);
  const due = await db
    .selectFrom('cleanup_part')
    .selectAll()
    .where('state', 'in', ['detached', 'dropping'])
    .where('drop_at', '<=', services.now())
    .orderBy('drop_at')
    .limit(50)
    .execute();
  for (const part of due) {
    if (deadline.aborted) return;
    const taken = await beginDrop(db, part);
    if (!taken) continue;
    try {
      if (part.part !== taken.log_table) await dropPart(db, part.part, deadline);
    } catch (error) {
      // The rest of its seals goes with the next round.
      if (deadline.aborted) return;
      throw error;
    }
    await db
      .updateTable('cleanup_part')
      .set({ state: 'dropped' })
      .where('record_id', '=', part.record_id)
      .where('part', '=', part.part)
      .execute();
  }
  await endRecords(services);
}

/** From here on it can't come back: who cancels meanwhile waits for the same lock. */
async function beginDrop(db: Db, { record_id, part }: PartData): Promise<RecordData | undefined> {
  return db.transaction().execute(async (tx) => {
    const record = await tx.selectFrom('cleanup_record').selectAll().where('id', '=', record_id).forUpdate().executeTakeFirstOrThrow();
    const now = await tx
      .selectFrom('cleanup_part')
      .select(['state', 'drop_at'])
      .where('record_id', '=', record_id)
      .where('part', '=', part)
      .executeTakeFirst();
    if (now?.state !== 'detached' && now?.state !== 'dropping') return undefined;
    if (now.state === 'detached') {
      const { rows } = await sql<{
        bytes: number | null;
      }>`select pg_total_relation_size(to_regclass(${goneName(part)}))::bigint as bytes`.execute(tx);
      await tx
        .updateTable('cleanup_part')
        .set({ state: 'dropping', ...(rows[0]?.bytes != null && { bytes: rows[0].bytes }) })
        .where('record_id', '=', record_id)
        .where('part', '=', part)
        .execute();
    }
    return record;
  });
}

/** Removes what other tables hold of months that went; false when the rest is for the next round. */
async function leave(
  { database, logKinds }: Pick<Services, 'database' | 'logKinds'>,
  code: string,
  gone: readonly PartData[],
): Promise<boolean> {
  const kind = logKinds.find((one) => one.code === code);
  const last = gone.at(-1);
  if (!kind?.leave || !last) return true;
  const deadline = AbortSignal.timeout(roundMillis);
  try {
    await kind.leave(database.db, last.to_at, deadline);
    return true;
  } catch (error) {
    if (deadline.aborted) return false;
    throw error;
  }
}

async function endRecords(services: Services): Promise<void> {
  const { db } = services.database;
  const open = await db.selectFrom('cleanup_record').selectAll().where('state', '=', 'removing').execute();
  for (const record of open) {
    const parts = await partsOfRecord(db, record.id);
    const left = parts.filter(({ state }) => state !== 'dropped');
    if (left.some(({ state }) => state === 'detached' || state === 'dropping')) continue;
    const job = await db
      .selectFrom('job')
      .select(['ended_at', 'error'])
      .where('id', '=', record.job_id ?? '')
      .executeTakeFirst();
    if (job && job.ended_at === null) continue;
    const gone = parts.filter(({ state }) => state === 'dropped');
    if (!(await leave(services, record.kind, gone))) return;
    const sum = { rows: total(gone, 'rows'), bytes: total(gone, 'bytes') };
    await db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('cleanup_record')
        .set({ state: left.length > 0 ? 'failed' : 'done', ended_at: services.now(), rows_removed: sum.rows, bytes_freed: sum.bytes })
        .where('id', '=', record.id)
        .where('state', '=', 'removing')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      const caller = systemCaller('log.cleared');
      caller.touch({ kind: 'cleaning', id: record.id, name: record.kind });
      await writeAudit(tx, caller, {
        path: 'logs/clear/run',
        module: 'logs',
        code: 0,
        durationMs: 0,
        detail: { ...sum, months: gone.map(({ part }) => part) },
      });
    });
  }
}

const total = (parts: readonly PartData[], name: 'rows' | 'bytes'): number => parts.reduce((sum, part) => sum + part[name], 0);
