import { sql } from 'kysely';
import { Refusal } from '#kit/server/refusal.ts';
import type { Services, Tx } from '#kit/server/services.ts';
import { connectorOf } from '../connector/connectors.ts';
import type { RawRecord } from '../connector/connector.ts';
import type { SourceRow } from '../run/open-source.ts';
import { startRun, type RunRequest } from '../run/start-run.ts';
import '../source.table.ts';

/** Events of so many milliseconds make one run. */
const bundleMillis = 5_000;
/** Objects that a run asks for one by one; beyond that everything that changed is read. */
const mostObjects = 1_000;
/** A run that failed is tried again after so long, while its events are no older than that. */
const retry = { after: 300_000, within: 1_800_000 };
const keptMillis = 90 * 86_400_000;
const sweepRows = 20_000;

/** Begins the runs that events ask for. On several nodes each is begun once. */
export async function tickEvents(services: Services): Promise<void> {
  const { db } = services.database;
  const now = services.now();
  await sql`update source_event e set result = 'waiting', run_id = null from source_run r
    where e.run_id = r.id and e.result = 'read' and e.at > ${now - retry.within} and r.trigger = 'event' and r.state = 'failed'
      and r.started_at > ${now - retry.within} and r.ended_at <= ${now - retry.after}`.execute(db);
  const { rows } = await sql<{ id: string }>`select source_id as id from source_event where result = 'waiting'
    group by source_id having min(at) <= ${now - bundleMillis}`.execute(db);
  for (const { id } of rows) await db.transaction().execute((tx) => begin(tx, services, id));
}

async function begin(tx: Tx, services: Services, sourceId: string): Promise<void> {
  const { rows: free } = await sql`select from source_standing where source_id = ${sourceId}::uuid and state not in ('running', 'held')
    and not exists (select from source_run where source_id = ${sourceId}::uuid and kind <> 'event' and state = 'planned' and not dry_run)
    for update skip locked`.execute(tx);
  const source = await tx.selectFrom('source').selectAll().where('id', '=', sourceId).where('enabled', '=', true).executeTakeFirst();
  // What is held or planned waits for somebody, and a plan of few must not take the place of one of all; what runs is not begun again.
  if (free.length === 0 || !source) return;
  const objects = await objectsOf(tx, sourceId);
  try {
    await sql`savepoint begin_event_run`.execute(tx);
    const { runId } = await startRun(tx, services, { ...(await requestOf(source, objects)), sourceId, trigger: 'event' });
    await sql`update source_event set result = 'read', run_id = ${runId}::uuid where source_id = ${sourceId}::uuid
      and (result = 'waiting' or ${ofOpenPlan(sourceId)})`.execute(tx);
  } catch (error) {
    await sql`rollback to savepoint begin_event_run`.execute(tx);
    if (!(error instanceof Refusal)) throw error;
    if (error.answer === 12_101) return;
    services.log.warn({ source: sourceId, code: error.answer }, 'A run that events asked for could not begin');
    // The same refusal every few seconds would help nobody: the next run by schedule or by hand reads them too.
    await sql`update source_event set result = 'ignored' where source_id = ${sourceId}::uuid and result = 'waiting'`.execute(tx);
  }
}

/** A plan that nobody has decided on gives way to the new one: what it was about is read again. */
const ofOpenPlan = (sourceId: string) => sql`(result = 'read' and run_id in (select id from source_run
  where source_id = ${sourceId}::uuid and kind = 'event' and state = 'planned'))`;

type Objects = { of: RawRecord['of']; id: string }[];

async function objectsOf(tx: Tx, sourceId: string): Promise<Objects> {
  const { rows } = await sql<Objects[number]>`select distinct object_kind as of, external_id as id from source_event
    where source_id = ${sourceId}::uuid and external_id is not null and (result = 'waiting' or ${ofOpenPlan(sourceId)})
    limit ${mostObjects + 1}`.execute(tx);
  return rows;
}

/** They alone where each can be asked for; else what changed, or everything. */
async function requestOf({ kind, config }: SourceRow, objects: Objects): Promise<Pick<RunRequest, 'mode' | 'only'>> {
  const connector = await connectorOf(kind);
  const parsed = connector.config.parse(config);
  const isEach = objects.length <= mostObjects && objects.every(({ of }) => connector.fetchesOne?.(parsed, of) === true);
  return { mode: connector.incremental(parsed) ? 'incremental' : 'full', ...(isEach && { only: objects }) };
}

/** What was received goes after its days: a part on each call. */
export async function keepUpEvents({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  await sql`delete from source_event where id <= (select max(id) from (select id, at from source_event order by id limit ${sweepRows}) oldest
    where at < ${now() - keptMillis}) and at < ${now() - keptMillis}`.execute(database.db);
}
