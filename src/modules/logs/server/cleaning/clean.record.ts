import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import { attachPart, goneName, isThere } from '#kit/server/audit/purge.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { notFound, Refusal, wrongState } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import type { clearCancel, clearLogRetry, clearRun, CleanTrigger } from '../../common/cleaning/clear.contract.ts';
import type { PartData, RecordData } from './cleaning.table.ts';
import { cleanJob } from './clean.job.ts';
import { keptOf, type Kept } from './retention.ts';
import { assertEstimate } from './retention.service.ts';
import { runningStates } from './retention.view.ts';

/** Begins a cleaning in the caller's transaction; 19003 while one of the same log runs. */
export async function beginClean(
  tx: Tx,
  { services, caller }: { services: Services; caller: Caller },
  { kept, trigger, keepDays }: { kept: Kept; trigger: CleanTrigger; keepDays: number },
): Promise<{ jobId: string; id: string }> {
  const { kind, config } = kept;
  const id = newId();
  await sql`select pg_advisory_xact_lock(hashtext(${`logs.clean.${kind.table}`}))`.execute(tx);
  if (await isRunning(tx, kind.table)) throw new Refusal(19003);
  const job = await services.jobs.start(tx, caller, cleanJob, { id, table: kind.table });
  await tx
    .insertInto('cleanup_record')
    .values({
      id,
      kind: kind.code,
      log_table: kind.table,
      trigger,
      keep_days: keepDays,
      mode: config.mode,
      archive_target_id: config.archive_target_id,
      from_at: null,
      to_at: null,
      state: 'planned',
      job_id: job,
      uid: caller.uid,
      name: caller.name,
      created_at: services.now(),
      started_at: null,
      ended_at: null,
      error: null,
    })
    .execute();
  caller.touch({ kind: 'cleaning', id, name: pick(kind.name, caller.language) });
  return { jobId: job, id };
}

/** Whether a cleaning of this table is not over. */
export async function isRunning(db: Db, table: string): Promise<boolean> {
  const query = db.selectFrom('cleanup_record').select('id').where('log_table', '=', table).where('state', 'in', runningStates);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Cleans a kind of log now. */
export async function runNow(call: Call, input: Parsed<typeof clearRun>): Promise<Reply<typeof clearRun>> {
  return call.write(async (tx) => {
    const kept = await keptOf(tx, call.services, input.kind);
    const { keep_days: keepDays, mode } = kept.config;
    if (await isRunning(tx, kept.kind.table)) throw new Refusal(19003);
    await assertEstimate(tx, call.caller.askedAt ?? call.services.now(), {
      kind: input.kind,
      keepDays,
      mode,
      estimateId: input.estimateId,
    });
    return beginClean(tx, call, { kept, trigger: 'now', keepDays });
  });
}

/** Begins a failed cleaning again where it stopped. */
export async function retryClean(call: Call, { id }: Parsed<typeof clearLogRetry>): Promise<Reply<typeof clearLogRetry>> {
  return call.write(async (tx) => {
    const record = await lockedRecord(tx, id);
    if (record.state !== 'failed') throw wrongState(record.state);
    if (await isRunning(tx, record.log_table)) throw new Refusal(19003);
    const jobId = await call.services.jobs.start(tx, call.caller, cleanJob, { id, table: record.log_table });
    await tx
      .updateTable('cleanup_record')
      .set({ state: 'planned', job_id: jobId, ended_at: null, error: null })
      .where('id', '=', id)
      .execute();
    call.caller.touch({ kind: 'cleaning', id, name: record.kind });
    return { jobId };
  });
}

async function lockedRecord(tx: Tx, id: string): Promise<RecordData> {
  const record = await tx.selectFrom('cleanup_record').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!record) throw notFound();
  return record;
}

/** Ends a cleaning: what was detached comes back. Answers how many months did. */
export async function cancelClean(call: Call, { id }: Parsed<typeof clearCancel>): Promise<Reply<typeof clearCancel>> {
  return call.write(async (tx) => {
    const record = await lockedRecord(tx, id);
    const stopped = runningStates.some((state) => state === record.state);
    if (!stopped) throw wrongState(record.state);
    const parts = await tx.selectFrom('cleanup_part').selectAll().where('record_id', '=', id).forUpdate().execute();
    const away = parts.filter(({ state }) => state === 'detached');
    // What is gone for good can't be taken back.
    if (record.state === 'removing' && away.length === 0) throw wrongState('dropping');
    for (const part of away) await bringBack(tx, record, part);
    await tx.updateTable('cleanup_record').set({ state: 'cancelled', ended_at: call.services.now() }).where('id', '=', id).execute();
    await sql`update job set cancel = true where id = ${record.job_id}::uuid and state in ('queued', 'running')`.execute(tx);
    call.caller.touch({ kind: 'cleaning', id, name: record.kind });
    call.caller.note({ months: away.map(({ part }) => part) });
    return { count: away.length };
  });
}

/** A detached month as it was. */
export async function bringBack(tx: Tx, record: RecordData, part: PartData): Promise<void> {
  // A backup that was restored within its day has no such table: the month is in its archive.
  if (!(await isThere(tx, goneName(part.part)))) throw wrongState('dropping');
  await attachPart(tx, { table: record.log_table, part: part.part, from: part.from_at, to: part.to_at });
  await tx
    .updateTable('cleanup_part')
    .set({ state: part.archive_id === null ? 'live' : 'archived', detached_at: null, drop_at: null, rows_held: 0 })
    .where('record_id', '=', record.id)
    .where('part', '=', part.part)
    .execute();
}
