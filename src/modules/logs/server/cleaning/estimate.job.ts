import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { LogPart } from '#kit/server/audit/purge.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import type { LogKind } from '#kit/server/log-kind.ts';
import type { JobKind, Services } from '#kit/server/services.ts';
import { cleanupMechanism } from '../../common/cleaning/cleaning.permissions.ts';
import type { clearEstimate, CleanMode, EstimateResult } from '../../common/cleaning/clear.contract.ts';
import { heldInTable, holdsNow } from './hold.match.ts';
import { allKept, daysOfTable, dayMillis, dueParts, keptOf, kindsOfTable, nextRun } from './retention.ts';
import { assertRequest } from './retention.service.ts';
import { readyParts } from './stream-wait.ts';

interface Payload {
  id: string;
  kind: string;
  keepDays: number;
  mode: CleanMode;
}

/** What is counted of one month or of all. */
export interface Counted {
  rows: number;
  held: number;
  bytes: number;
  people: number;
  oldest: number | null;
  newest: number | null;
}

/** Rows as the planner knows them are enough for months that hold more. */
const countedRows = 2_000_000;
const rowsPerSecond = 50_000;
/** What packing leaves of a row, from archives of such logs. */
const packed = 0.12;

/** Works out what a request would remove. */
export const estimateJob: JobKind<Payload, EstimateResult> = {
  kind: 'logs.estimate',
  title: { namespace: 'logs', key: 'job.estimate' },
  code: cleanupMechanism.button.estimate,
  run: async ({ services, signal }, request) => {
    const { db } = services.database;
    const { kind, config } = await keptOf(db, services, request.kind);
    const keepDays = daysOfTable(await allKept(db, services), kind.table, request);
    const now = services.now();
    const { ready: parts, waitsFor } = await readyParts(services, kind, await dueParts(db, kind, keepDays, now));
    const sum: Counted = { rows: 0, held: 0, bytes: 0, people: 0, oldest: null, newest: null };
    for (const part of parts) {
      signal.throwIfAborted();
      add(sum, await countPart(db, services, kind, part));
    }
    const people = await peopleIn(db, kind, parts);
    const archiveBytes = request.mode === 'delete' ? 0 : Math.round(sum.bytes * packed);
    const shorter = request.keepDays < config.keep_days;
    const result: EstimateResult = {
      id: request.id,
      kind: request.kind,
      keepDays: request.keepDays,
      mode: request.mode,
      rows: sum.rows,
      bytes: sum.bytes,
      oldest: sum.oldest,
      newest: sum.newest,
      people,
      heldRows: sum.held,
      archiveBytes,
      seconds: Math.ceil(sum.rows / rowsPerSecond) + parts.length,
      firstRun: parts.length === 0 ? null : nextRun(config, shorter ? now + dayMillis : now),
      months: parts.map(({ to }) => new Date(to - 1).toISOString().slice(0, 7)),
      waitsFor,
    };
    await db
      .updateTable('cleanup_estimate')
      .set({ result: JSON.stringify(result) })
      .where('id', '=', request.id)
      .execute();
    return result;
  },
};

function add(sum: Counted, one: Counted): void {
  sum.rows += one.rows;
  sum.held += one.held;
  sum.bytes += one.bytes;
  if (one.oldest !== null) sum.oldest = Math.min(sum.oldest ?? one.oldest, one.oldest);
  if (one.newest !== null) sum.newest = Math.max(sum.newest ?? one.newest, one.newest);
}

/** What goes with a month and what stays; exact unless the month is very large. */
export async function countPart(db: Db, services: Services, kind: LogKind, part: LogPart): Promise<Counted> {
  const held = heldInTable(await holdsNow(db, services.now()), kindsOfTable(services, kind.table));
  const at = sql.ref(`log.${kind.time}`);
  const {
    rows: [known],
  } = await sql<{
    rows: number;
    bytes: number;
  }>`select sum(greatest(reltuples, 0))::bigint as rows, sum(pg_total_relation_size(oid))::bigint as bytes
    from pg_class where oid = ${part.part}::regclass or oid in (select relid from pg_partition_tree(${part.part}::regclass) where isleaf)`.execute(
    db,
  );
  if (kind.monthly && (known?.rows ?? 0) > countedRows)
    return { rows: known!.rows, held: 0, bytes: known!.bytes, people: 0, oldest: part.from, newest: part.to - 1 };
  const where = sql<boolean>`${kind.monthly ? sql`true` : (kind.only ?? sql`true`)} and ${at} < ${part.to}`;
  const {
    rows: [count],
  } = await sql<{ all: number; gone: number; oldest: number | null; newest: number | null; table: number }>`select count(*)::bigint as all,
      count(*) filter (where not ${held})::bigint as gone, min(${at}) filter (where not ${held}) as oldest, max(${at}) filter (where not ${held}) as newest
    from ${sql.table(part.part)} as log where ${where}`.execute(db);
  const all = count?.all ?? 0;
  const gone = count?.gone ?? 0;
  const whole = kind.monthly ? all : Math.max(all, known?.rows ?? 0);
  const bytes = Math.round(((known?.bytes ?? 0) * gone) / Math.max(1, whole));
  return { rows: gone, held: all - gone, bytes, people: 0, oldest: count?.oldest ?? null, newest: count?.newest ?? null };
}

async function peopleIn(db: Db, kind: LogKind, parts: readonly LogPart[]): Promise<number> {
  const [column] = kind.holds.people;
  const [first] = parts;
  const last = parts.at(-1);
  if (column === undefined || !first || !last) return 0;
  const at = sql.ref(`log.${kind.time}`);
  const { rows } = await sql<{ people: number }>`select count(distinct ${sql.ref(`log.${column}`)})::bigint as people
    from (select * from ${sql.table(kind.table)} as log where ${at} >= ${first.from} and ${at} < ${last.to} limit ${countedRows}) as log`.execute(
    db,
  );
  return rows[0]?.people ?? 0;
}

/** Begins an estimate. */
export async function beginEstimate(
  { db, services, caller }: Call,
  input: Parsed<typeof clearEstimate>,
): Promise<Reply<typeof clearEstimate>> {
  const { kind } = await keptOf(db, services, input.kind);
  assertRequest(kind, input);
  const id = newId();
  return db.transaction().execute(async (tx) => {
    await tx
      .insertInto('cleanup_estimate')
      .values({
        id,
        kind: kind.code,
        keep_days: input.keepDays,
        mode: input.mode,
        uid: caller.uid,
        created_at: services.now(),
        result: null,
      })
      .execute();
    return { jobId: await services.jobs.start(tx, caller, estimateJob, { id, ...input }), id };
  });
}
