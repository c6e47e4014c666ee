import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { moduleOfCode } from '#kit/common/codes.ts';
import type { LocalText } from '#kit/common/language.ts';
import { detachPart, PartChanged, type LogPart } from '#kit/server/audit/purge.ts';
import { verifyStream } from '#kit/server/audit/verify.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { LogKind } from '#kit/server/log-kind.ts';
import type { JobContext, JobKind, Services } from '#kit/server/services.ts';
import { hasUnsealed, knownDamage, openDamage } from '../seal.statement.ts';
import { badKindOf, logOf } from '../seal.streams.ts';
import { writeArchive } from './archive.write.ts';
import type { PartData, RecordData } from './cleaning.table.ts';
import { countPart } from './estimate.job.ts';
import { heldInTable, holdsNow } from './hold.match.ts';
import { allKept, daysOfTable, dayMillis, dueParts, kindsOfTable } from './retention.ts';
import { readyParts } from './stream-wait.ts';

interface Payload {
  id: string;
  table: string;
}

interface Result {
  months: number;
  rows: number;
}

/** Months stay detached so long before they are dropped. */
const graceMillis = dayMillis;

/** Estimates again, archives, reads back, detaches; every step is found again after a crash. Months are dropped a day later by `tick`. */
export const cleanJob: JobKind<Payload, Result> = {
  kind: 'logs.clean',
  title: { namespace: 'logs', key: 'job.clean' },
  // Once begun it is the product's work: who began it may lose the right, the record stays whole.
  code: null,
  exclusive: ({ table }) => `logs.clean.${table}`,
  run: async (context, { id }) => {
    try {
      return await clean(context, id);
    } catch (error) {
      if (error instanceof Refusal && !context.signal.aborted) await noteFailure(context, id, error);
      throw error;
    }
  },
  over: async (db, { id }, state) => {
    await sql`update cleanup_record set state = ${state}, ended_at = (extract(epoch from clock_timestamp()) * 1000)::bigint
      where id = ${id}::uuid and state in ('planned', 'estimated', 'archiving', 'verified')`.execute(db);
  },
};

/** Why it failed stands in its record, and whoever looks after the logs is told. */
async function noteFailure({ services }: JobContext, id: string, { answer, params }: Refusal): Promise<void> {
  await services.database.db.transaction().execute(async (tx) => {
    const record = await tx
      .updateTable('cleanup_record')
      .set({ error: JSON.stringify({ code: answer, params }) })
      .where('id', '=', id)
      .returning(['kind', 'log_table'])
      .executeTakeFirst();
    if (!record) return;
    const name = nameOf(services, record.kind);
    const reason = services.texts.inAll(moduleOfCode(answer), `error.${answer}`, params);
    await services.warnings.raise(tx, { kind: 'log.cleanFailed', object: { kind: 'log', id: record.log_table, name }, facts: { reason } });
  });
}

interface Work {
  context: JobContext;
  record: RecordData;
  kind: LogKind;
}

async function clean(context: JobContext, id: string): Promise<Result> {
  const { services } = context;
  const { db } = services.database;
  const record = await db.selectFrom('cleanup_record').selectAll().where('id', '=', id).executeTakeFirst();
  const kind = services.logKinds.find(({ code }) => code === record?.kind);
  if (!record || !kind || ['done', 'cancelled', 'nothing'].includes(record.state)) return { months: 0, rows: 0 };
  const work: Work = { context, record, kind };
  const parts = await plannedParts(work);
  if (parts.length === 0) {
    await setRecord(db, id, { state: 'nothing', ended_at: services.now() });
    return { months: 0, rows: 0 };
  }
  await assertSealed(work, parts);
  await setRecord(db, id, { state: 'archiving' });
  const done = { rows: 0 };
  for (const part of parts.filter(({ state }) => state === 'live')) await archivePart(work, part, done);
  await setRecord(db, id, { state: 'verified' });
  const ready = await partsOfRecord(db, id);
  let rows = 0;
  for (const part of ready.filter(({ state }) => state === 'archived')) rows += await removePart(work, part);
  await services.warnings.clear(db, 'log.cleanFailed', record.log_table);
  return { months: parts.length, rows };
}

export const partsOfRecord = async (db: Db, id: string): Promise<PartData[]> =>
  db.selectFrom('cleanup_part').selectAll().where('record_id', '=', id).orderBy('from_at').execute();

async function setRecord(db: Db, id: string, values: Partial<Pick<RecordData, 'state' | 'ended_at'>>): Promise<void> {
  // A cancelled one stays so.
  await db.updateTable('cleanup_record').set(values).where('id', '=', id).where('state', '!=', 'cancelled').execute();
}

/** The months of this cleaning: chosen once, with the numbers of now. */
async function plannedParts({ context: { services }, record, kind }: Work): Promise<PartData[]> {
  const { db } = services.database;
  const before = await partsOfRecord(db, record.id);
  if (before.length > 0) return before;
  const keepDays = daysOfTable(await allKept(db, services), kind.table, { kind: kind.code, keepDays: record.keep_days });
  const { ready, missed } = await readyParts(services, kind, await dueParts(db, kind, keepDays, services.now()));
  const counts = [];
  for (const part of ready) counts.push({ part, ...(await countPart(db, services, kind, part)) });
  // A month of which every row is held has nothing to give.
  const chosen = counts.filter(({ rows, held }) => rows > 0 || held === 0);
  await db.transaction().execute(async (tx) => {
    if (missed.length > 0) await warnOfMissed(tx, services, { record, streams: missed });
    for (const { part, rows, bytes, held } of chosen)
      await tx
        .insertInto('cleanup_part')
        .values({
          record_id: record.id,
          part: part.part,
          from_at: part.from,
          to_at: part.to,
          state: 'live',
          rows,
          bytes,
          rows_held: held,
          archive_id: null,
          detached_at: null,
          drop_at: null,
        })
        .execute();
    await tx
      .updateTable('cleanup_record')
      .set({
        state: chosen.length > 0 ? 'estimated' : record.state,
        started_at: services.now(),
        rows_estimated: chosen.reduce((sum, { rows }) => sum + rows, 0),
        from_at: chosen[0] ? (chosen[0].oldest ?? chosen[0].part.from) : null,
        to_at: chosen.at(-1)?.part.to ?? null,
      })
      .where('id', '=', record.id)
      .execute();
  });
  return partsOfRecord(db, record.id);
}

/** What a receiver did not take in time goes without it. */
async function warnOfMissed(tx: Tx, services: Services, { record, streams }: { record: RecordData; streams: string[] }): Promise<void> {
  const object = { kind: 'log', id: record.log_table, name: nameOf(services, record.kind) };
  await services.warnings.raise(tx, { kind: 'log.unsent', object, facts: { streams: streams.join(', ') } });
}

const nameOf = ({ logKinds }: Pick<Services, 'logKinds'>, kind: string): LocalText | string =>
  logKinds.find(({ code }) => code === kind)?.name ?? kind;

const dayOf = (at: number | null): string => (at === null ? '' : new Date(at).toISOString().slice(0, 10));

/** What is damaged is not removed until an auditor wrote a statement: nobody could find the damage any more. 19020. */
async function assertSealed({ context: { services, signal }, kind }: Work, parts: readonly PartData[]): Promise<void> {
  const [first] = parts;
  const last = parts.at(-1);
  if (!kind.stream || !first || !last) return;
  const days = { fromDay: Math.floor(first.from_at / dayMillis), toDay: Math.ceil(last.to_at / dayMillis) + 1 };
  const { db } = services.database;
  const open = await openDamage(db, logOf(kind.stream));
  if (open) throw new Refusal(19020, { day: dayOf(open.day), seq: open.seq, kind: open.kind });
  const known = await knownDamage(db, kind.stream);
  const { damage } = await verifyStream(db, services.secrets, kind.stream, { ...days, known, signal });
  if (damage) throw new Refusal(19020, { day: dayOf(damage.day && damage.day * dayMillis), seq: damage.seq, kind: badKindOf[damage.what] });
}

const partOf = ({ record }: Work, { part, from_at, to_at }: PartData): LogPart => ({
  table: record.log_table,
  part,
  from: from_at,
  to: to_at,
});

/** Rows of a part that go: not the held ones. */
async function goingOf({ context: { services }, kind }: Work, part: PartData) {
  const { db } = services.database;
  const held = heldInTable(await holdsNow(db, services.now()), kindsOfTable(services, kind.table));
  const at = sql.ref(`log.${kind.time}`);
  const of = kind.monthly ? sql<boolean>`true` : sql<boolean>`${kind.only ?? sql`true`} and ${at} < ${part.to_at}`;
  return { held, going: sql<boolean>`${of} and not ${held}` };
}

async function archivePart(work: Work, part: PartData, done: { rows: number }): Promise<void> {
  const { context, record, kind } = work;
  const { db } = context.services.database;
  context.signal.throwIfAborted();
  const { going } = await goingOf(work, part);
  const before = done.rows;
  const total = record.rows_estimated || null;
  const progress = async (rows: number): Promise<void> => context.progress({ done: (done.rows = before + rows), total, failed: 0 });
  if (record.mode === 'archiveThenDelete') {
    const request = { kind, part: partOf(work, part), where: going, targetId: record.archive_target_id, recordId: record.id };
    await writeArchive({ services: context.services, signal: context.signal, progress }, request);
    return;
  }
  const { rows } = await sql<{ n: number }>`select count(*)::bigint as n from ${sql.table(part.part)} as log where ${going}`.execute(db);
  await setPart(db, part, { state: 'archived', rows: rows[0]?.n ?? 0, archive_id: null });
}

async function setPart(db: Db, { record_id, part }: PartData, values: Partial<Omit<PartData, 'record_id' | 'part'>>): Promise<void> {
  await db.updateTable('cleanup_part').set(values).where('record_id', '=', record_id).where('part', '=', part).execute();
}

const mostTurns = 5;
/** The log was read or written for too long: it is tried again. */
const lockTaken = '55P03';
const pauseMillis = 2_000;

/** Takes a month out of its log. One that was held in part meanwhile is archived again: what an archive proves is what goes. */
async function removePart(work: Work, first: PartData): Promise<number> {
  const { context, kind, record } = work;
  const { db } = context.services.database;
  let part = first;
  for (let turn = 1; ; turn++) {
    context.signal.throwIfAborted();
    try {
      return kind.monthly ? await detach(work, part) : await deleteRows(work, part);
    } catch (error) {
      const busy = error instanceof Error && 'code' in error && error.code === lockTaken;
      if (busy && turn < mostTurns) {
        await sleep(pauseMillis, undefined, { signal: context.signal });
        continue;
      }
      if (!(error instanceof PartChanged)) throw error;
      if (turn === mostTurns) throw new Refusal(19006, { reason: 'changed' });
      await archivePart(work, part, { rows: 0 });
      part = (await partsOfRecord(db, record.id)).find((one) => one.part === part.part) ?? part;
    }
  }
}

async function detach(work: Work, part: PartData): Promise<number> {
  const { context, kind, record } = work;
  const { services } = context;
  return services.database.db.transaction().execute(async (tx) => {
    const now = await tx.selectFrom('cleanup_record').select('state').where('id', '=', record.id).forUpdate().executeTakeFirstOrThrow();
    if (now.state === 'cancelled') return 0;
    const { held } = await goingOf(work, part);
    const moment = services.now();
    const rowsHeld = await detachPart(tx, services.secrets, {
      ...partOf(work, part),
      stream: kind.stream,
      unsealed: kind.stream !== undefined && (await hasUnsealed(tx, kind.stream)),
      held,
      rows: part.rows,
      now: moment,
    });
    await tx
      .updateTable('cleanup_part')
      .set({ state: 'detached', detached_at: moment, drop_at: moment + graceMillis, rows_held: rowsHeld })
      .where('record_id', '=', record.id)
      .where('part', '=', part.part)
      .execute();
    await tx
      .updateTable('cleanup_record')
      .set((set) => ({ state: 'removing' as const, rows_held: set('rows_held', '+', rowsHeld) }))
      .where('id', '=', record.id)
      .execute();
    return part.rows;
  });
}

const deletedAtOnce = 5_000;

/** A table without months: row by row, a few thousand in a transaction. */
async function deleteRows(work: Work, part: PartData): Promise<number> {
  const { context, record } = work;
  const { services } = context;
  const { db } = services.database;
  const { going } = await goingOf(work, part);
  const { rows } = await sql<{ n: number }>`select count(*)::bigint as n from ${sql.table(part.part)} as log where ${going}`.execute(db);
  if ((rows[0]?.n ?? 0) > part.rows) throw new PartChanged(`${part.part} holds more rows than were looked at`);
  await setRecord(db, record.id, { state: 'removing' });
  let removed = 0;
  for (;;) {
    context.signal.throwIfAborted();
    const { numAffectedRows } = await sql`delete from ${sql.table(part.part)} where id in
      (select log.id from ${sql.table(part.part)} as log where ${going} limit ${deletedAtOnce})`.execute(db);
    removed += Number(numAffectedRows ?? 0);
    if (Number(numAffectedRows ?? 0) < deletedAtOnce) break;
  }
  await setPart(db, part, { state: 'dropping', drop_at: services.now() });
  return removed;
}
