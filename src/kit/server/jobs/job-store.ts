import { sql, type Selectable } from 'kysely';
import { clock } from '#platform/clock.ts';
import type { Caller } from '../caller.ts';
import type { Json } from '../change/kind.ts';
import type { Db } from '../directory.ts';
import { newId } from '../ids.ts';
import type { Progress } from '../services.ts';
import type { TextParams } from '../texts.ts';
import type { JobTable } from './job.table.ts';

/** A row of the queue. */
export type JobRowData = Selectable<JobTable>;

/** Milliseconds of a lease; a process that died is replaced after at most that. */
export const leaseMillis = 6_000;
/** A job that took its process down so often without getting any further is given up. */
const mostAttempts = 5;
/** Milliseconds before a job that was handed back for a passing trouble is taken again. */
const pauseMillis = 3_000;

// The database's clock: nodes may differ.
const now = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Puts a job into the queue; it becomes visible when the transaction commits. */
export async function addJob(
  tx: Db,
  caller: Caller,
  draft: { kind: string; payload: Json; params: TextParams; exclusive: string | null },
): Promise<string> {
  const id = newId();
  const { account, name, language, address, userAgent, requestId, operation, token } = caller;
  await tx
    .insertInto('job')
    .values({
      id,
      kind: draft.kind,
      uid: caller.uid,
      caller: JSON.stringify({ account, name, language, address, userAgent, requestId, operation, ...(token && { token }) }),
      title_params: JSON.stringify(draft.params),
      payload: JSON.stringify(draft.payload),
      exclusive: draft.exclusive,
      state: 'queued',
      done: 0,
      failed: 0,
      attempts: 0,
      cancel: false,
      created_at: clock.now(),
      result: 'null',
      error: null,
    })
    .execute();
  return id;
}

/** What may be taken: a job that waits and is not paused, or one whose process has gone. */
const takeable = sql`(state = 'queued' and coalesce(lease_until, 0) < ${now} or state = 'running' and lease_until < ${now})`;

/** Takes the oldest job that waits or whose process has gone, of these kinds. */
export async function claimJob(db: Db, owner: string, kinds: readonly string[]): Promise<JobRowData | undefined> {
  return db.transaction().execute(async (tx) => {
    // One claim at a time: otherwise two could take jobs of the same exclusive key at once.
    await sql`select pg_advisory_xact_lock(7361204419)`.execute(tx);
    const { rows } =
      await sql<JobRowData>`update job set state = 'running', lease_owner = ${owner}, lease_until = ${now} + ${leaseMillis}, attempts = attempts + 1, started_at = coalesce(started_at, ${clock.now()})
      where id = (
        select id from job as waiting
        where kind = any(${kinds}::text[]) and ${takeable}
          and (exclusive is null or not exists (select from job as other where other.exclusive = waiting.exclusive and other.state = 'running' and other.id <> waiting.id and other.lease_until >= ${now}))
        order by id limit 1 for update skip locked)
      returning *`.execute(tx);
    return rows[0];
  });
}

/** Whether there is anything to take; cheaper than a claim, so that idle servers ask this. */
export async function isJobWaiting(db: Db, kinds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean;
  }>`select exists (select from job where kind = any(${kinds}::text[]) and ${takeable}) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** Renews a lease; undefined when it was lost to another process. */
export async function renewLease(db: Db, id: string, owner: string): Promise<{ cancel: boolean } | undefined> {
  const { rows } = await sql<{
    cancel: boolean;
  }>`update job set lease_until = ${now} + ${leaseMillis} where id = ${id} and lease_owner = ${owner} and state = 'running' returning cancel`.execute(
    db,
  );
  return rows[0];
}

/**
 * Writes progress while the lease is held. `done` tells how far the job ever got, until it is `over`: whatever gets further than that is not
 * at fault for what ended it before, so that its attempts are counted again. One that begins from nothing each time gains none by it.
 */
export async function writeProgress(
  db: Db,
  job: { id: string; owner: string },
  { done, total, failed }: Progress,
  over = false,
): Promise<JobRowData | undefined> {
  return db
    .updateTable('job')
    .set({
      done: over ? done : sql<number>`greatest(done, ${done}::bigint)`,
      attempts: sql<number>`case when ${done}::bigint > done then least(attempts, 1) else attempts end`,
      total,
      failed,
      moved_at: clock.now(),
    })
    .where('id', '=', job.id)
    .where('lease_owner', '=', job.owner)
    .returningAll()
    .executeTakeFirst();
}

/** How a run ended; `queued` hands the job back: after a pause where a trouble has to pass first, and as one of the few attempts where it counts. */
export type JobEnd =
  | { state: 'done'; result: Json }
  | { state: 'cancelled'; result: Json }
  | { state: 'failed'; error: { code: number; params: Record<string, unknown> } }
  | { state: 'queued'; pause: boolean; counts: boolean };

/** Ends a run while its lease is held. */
export async function endJob(db: Db, job: { id: string; owner: string }, end: JobEnd): Promise<JobRowData | undefined> {
  return db
    .updateTable('job')
    .set({
      state: end.state,
      lease_owner: null,
      lease_until: end.state === 'queued' && end.pause ? sql<number>`${now} + ${pauseMillis}` : null,
      ...(end.state === 'queued' && !end.counts && { attempts: sql<number>`greatest(attempts - 1, 0)` }),
      ...(end.state !== 'queued' && { ended_at: clock.now() }),
      ...('result' in end && { result: JSON.stringify(end.result) }),
      ...('error' in end && { error: JSON.stringify(end.error) }),
    })
    .where('id', '=', job.id)
    .where('lease_owner', '=', job.owner)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst();
}

/**
 * Lets the running jobs of an embedded database be taken at once: whoever held them is gone, because only one process may hold the data
 * folder.
 */
export async function freeJobs(db: Db): Promise<void> {
  await db.updateTable('job').set({ lease_until: 0 }).where('state', '=', 'running').execute();
}

/** Whether a job has been taken too often. */
export const isHopeless = (row: JobRowData): boolean => row.attempts > mostAttempts;

/** Asks a person's job to stop: a waiting one is over at once. Undefined when there is none that runs. */
export async function askToCancel(db: Db, uid: string, id: string): Promise<JobRowData | undefined> {
  const { rows } =
    await sql<JobRowData>`update job set cancel = true, state = case when state = 'queued' then 'cancelled' else state end, ended_at = case when state = 'queued' then ${now} end
    where id = ${id} and uid = ${uid} and state in ('queued', 'running') returning *`.execute(db);
  return rows[0];
}
