import { sql, type Selectable } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { sourceSchedule } from '../../common/source-parts.ts';
import { connectorOf, isReadable } from '../connector/connectors.ts';
import { startRun } from '../run/start-run.ts';
import type { SourceStandingTable, SourceTable } from '../source.table.ts';
import { nextRun } from './next-run.ts';
import { sourceIsRight } from './source.warnings.ts';
import { notifyOfSource } from './notices.ts';

/** After the first, second and third failure it is tried again so soon; then by its schedule. */
const retryMillis = [60_000, 300_000, 900_000];
const hourMillis = 3_600_000;
const dayMillis = 24 * hourMillis;

type Due = Selectable<SourceTable> & Omit<Selectable<SourceStandingTable>, 'source_id'> & { retry: boolean };

/** Begins the runs that are due, and tells of sources that had none for too long. On several nodes each is begun once. */
export async function tickSources(services: Services): Promise<void> {
  const { db } = services.database;
  const now = services.now();
  for (const id of await dueIds(services, now))
    await db.transaction().execute(async (tx) => {
      const due = await lockDue(tx, id, now);
      if (due) await begin(tx, services, due);
    });
  await notifyLate(services, now);
}

/** A failed run is tried again while no other has begun since; a schedule's moment has come. */
const retryDue = (now: number) => sql<boolean>`exists (select from source_run run where run.id =
    (select last.id from source_run last where last.source_id = source.id order by last.started_at desc, last.id desc limit 1)
  and run.state = 'failed' and run.trigger in ('schedule', 'retry') and standing.failures between 1 and ${retryMillis.length}
  and run.ended_at + (array[${sql.join(retryMillis)}]::bigint[])[standing.failures] <= ${now})`;

async function dueIds({ database }: Pick<Services, 'database'>, now: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select source.id from source join source_standing standing on standing.source_id = source.id
    where source.enabled and standing.next_at is not null and (standing.next_at <= ${now} or ${retryDue(now)}) order by source.id`.execute(
    database.db,
  );
  return rows.map(({ id }) => id);
}

/** The source, if it is still due and no other node is at it. */
async function lockDue(tx: Tx, id: string, now: number): Promise<Due | undefined> {
  const { rows } = await sql<Due>`select source.*, standing.*, ${retryDue(now)} as retry
    from source join source_standing standing on standing.source_id = source.id
    where source.id = ${id}::uuid and source.enabled and standing.next_at is not null and (standing.next_at <= ${now} or ${retryDue(now)})
    for update of standing skip locked`.execute(tx);
  return rows[0];
}

async function begin(tx: Tx, services: Services, due: Due): Promise<void> {
  const now = services.now();
  const isRetry = (due.next_at ?? 0) > now;
  if (!isRetry) await setNext(tx, due.id, nextRun(sourceSchedule.parse(due.schedule), now));
  // A plan that waits for somebody is not taken from under their eyes, and what runs is not begun again.
  if (due.state === 'held' || due.state === 'running' || !isReadable(due.kind) || (await waits(tx, due.id))) return;
  try {
    await sql`savepoint begin_run`.execute(tx);
    await startRun(tx, services, { sourceId: due.id, mode: await modeOf(due, now), trigger: due.retry ? 'retry' : 'schedule' });
  } catch (error) {
    await sql`rollback to savepoint begin_run`.execute(tx);
    if (!(error instanceof Refusal)) throw error;
    services.log.warn({ source: due.id, code: error.answer }, 'A run that was due could not begin');
    // The same refusal every few seconds would help nobody.
    if (isRetry) await sql`update source_standing set failures = ${retryMillis.length + 1} where source_id = ${due.id}::uuid`.execute(tx);
  }
}

/** Whether a plan of the source waits to be decided on. Once its time is over it waits no more. */
async function waits(tx: Tx, sourceId: string): Promise<boolean> {
  const { rows } =
    await sql`select from source_run where source_id = ${sourceId}::uuid and state = 'planned' and not dry_run limit 1`.execute(tx);
  return rows.length > 0;
}

const setNext = (tx: Tx, id: string, at: number | null): Promise<unknown> =>
  tx.updateTable('source_standing').set({ next_at: at }).where('source_id', '=', id).execute();

/** What changed alone where that can be read, and now and then everything. */
async function modeOf({ kind, config, schedule, last_full_at: lastFull, cursor }: Due, now: number): Promise<'full' | 'incremental'> {
  const connector = await connectorOf(kind);
  const parsed = connector.config.parse(config);
  if (!connector.incremental(parsed)) return 'full';
  if (connector.whole?.(parsed) === false) return 'incremental';
  const { fullEvery } = sourceSchedule.parse(schedule);
  return cursor === null || lastFull === null || lastFull + fullEvery * dayMillis <= now ? 'full' : 'incremental';
}

/** Told once, until a good run comes; and what is over is taken back. */
async function notifyLate(services: Services, now: number): Promise<void> {
  const { db } = services.database;
  const { rows } = await sql<{ source_id: string; late: boolean }>`
    select standing.source_id, (source.enabled and standing.next_at is not null
      and coalesce(standing.last_good_at, source.updated_at) + source.late_after * ${hourMillis}::bigint < ${now}) as late
    from source_standing standing join source on source.id = standing.source_id
    where standing.late_told <> (source.enabled and standing.next_at is not null
      and coalesce(standing.last_good_at, source.updated_at) + source.late_after * ${hourMillis}::bigint < ${now})`.execute(db);
  for (const { source_id: sourceId, late } of rows)
    await db.transaction().execute(async (tx) => {
      const { rows: mine } = await sql`update source_standing set late_told = ${late}
        where source_id = ${sourceId}::uuid and late_told <> ${late} returning source_id`.execute(tx);
      if (mine.length === 0) return;
      if (late) await notifyOfSource(tx, services, { sourceId, event: 'late' });
      else await sourceIsRight(tx, services, sourceId, ['source.late']);
    });
}
