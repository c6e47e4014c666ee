import { sql, type Selectable } from 'kysely';
import { code } from '#kit/common/codes.ts';
import { isConflict } from '#platform/database/retry-conflicts.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { Caller, Touched } from '../caller.ts';
import type { Tx } from '../directory.ts';
import type { Call } from '../handle.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import '../session/session.table.ts';
import './change.table.ts';
import { callerOfBatch } from './callers.ts';
import type { DryRun } from './dry-run-result.ts';
import { countsOf } from './journal.ts';
import type { Operation } from './kind.ts';
import { recycledUntil } from './recycle-bin.ts';
import { nameReferences } from './name-references.ts';
import { showPlanned } from './show-fields.ts';

/** A line of the journal. */
export type JournaledRow = Selectable<Tables['change_operation']>;

/** What a write did before it was taken back. */
interface Tried {
  rows: JournaledRow[];
  /** People whose sessions it ended. */
  signedOut: number;
  /** Jobs it started: they would do more. */
  jobs: number;
  /** For how many days what it deletes stays in the recycle bin. */
  binDays?: number;
}

class RolledBack extends Error {}

/** Runs a write in a transaction that is rolled back, and answers what it would have done. Refusals of the write come through; nothing is audited. */
export async function dryRun(services: Services, caller: Caller, work: (tx: Tx, caller: Caller) => Promise<unknown>): Promise<DryRun> {
  const trying = tryingCaller(caller);
  return previewOf(services, caller, await takeBack(services, trying, (tx) => work(tx, trying)));
}

/**
 * Runs the handler of an operation as far as its write, which is rolled back: what follows a commit is never reached. The range that the
 * handler asks for counts as asked for by the call.
 */
export async function tryCall(call: Call, handler: (trying: Call) => Promise<unknown>): Promise<DryRun> {
  return (await tryOut(call, handler)).previewed;
}

/** Result of a dry run. */
export interface TriedOut {
  previewed: DryRun;
  /** The lines of the journal that it would write. */
  rows: readonly JournaledRow[];
  /** How many jobs it would leave more to. */
  jobs: number;
  /** The objects that its audit row would name. */
  touched: readonly Touched[];
}

/** As tryCall, with everything that was found out. */
export async function tryOut(call: Call, handler: (trying: Call) => Promise<unknown>): Promise<TriedOut> {
  const caller = tryingCaller(call.caller);
  const found: { tried?: Tried } = {};
  const write: Call['write'] = async (work) => {
    found.tried = await takeBack(call.services, caller, work);
    throw new RolledBack();
  };
  try {
    await handler({ ...call, caller, write });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  if (!found.tried) throw new Error(`${caller.operation} can be tried: its handler must write through call.write`);
  const { rows, jobs } = found.tried;
  return { previewed: await previewOf(call.services, call.caller, found.tried), rows, jobs, touched: caller.touched };
}

/** The caller with a batch and touched objects of its own: nothing of a try reaches the audit row of a real call. */
export function tryingCaller(caller: Caller): Caller {
  let batch: string | null = null;
  return { ...callerOfBatch(caller, caller.operation), batch: (id) => (batch = id ?? batch) };
}

/** Runs the work, reads what it did, and rolls it back. */
function takeBack(services: Services, caller: Caller, work: (tx: Tx) => Promise<unknown>): Promise<Tried> {
  return takenBack(services, async (tx) => {
    await work(tx);
    const batchId = caller.batch();
    const tried: Tried = { rows: [], signedOut: 0, jobs: 0 };
    if (batchId !== null) {
      const rows = await tx.selectFrom('change_operation').selectAll().where('batch_id', '=', batchId).orderBy('seq').execute();
      Object.assign(tried, { rows, signedOut: await signedOutBy(tx, services), ...(await keptOf(tx, batchId)) });
    }
    return { ...tried, jobs: await jobsOf(tx) };
  });
}

/** Answers what the work answers, and undoes what it wrote. A try waits and works for seconds at most: others wait for what it locks. */
export async function takenBack<T>({ database }: Pick<Services, 'database'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  const found: { answer?: T } = {};
  try {
    await database.db.transaction().execute(async (tx) => {
      await sql`select set_config('lock_timeout', '2s', true), set_config('statement_timeout', '10s', true)`.execute(tx);
      found.answer = await work(tx);
      throw new RolledBack();
    });
  } catch (error) {
    if (isTooSlow(error) || isConflict(error)) throw new Refusal(code.unavailable);
    if (!(error instanceof RolledBack)) throw error;
  }
  return found.answer!;
}

/** Somebody else holds what the try needs (55P03), or it takes too long (57014). */
const isTooSlow = (error: unknown): boolean => /^(55P03|57014)$/.test(String((error as { code?: unknown }).code ?? ''));

/** How many people this very transaction signs out, whatever rule of whatever kind did it. */
async function signedOutBy(tx: Tx, { now, policy }: Pick<Services, 'now' | 'policy'>): Promise<number> {
  const used = now() - (await policy.now()).session.idleMinutes * 60_000;
  const { rows } = await sql<{ n: number }>`select count(distinct uid) as n from session
    where ended_at is not null and xmin = pg_current_xact_id()::xid and ends_at > ${now()} and seen_at > ${used}`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** How many jobs this very transaction starts. */
async function jobsOf(tx: Tx): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from job where xmin = pg_current_xact_id()::xid and state = 'queued'`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** For how many days everything that a batch deletes can be taken back. */
async function keptOf(tx: Tx, batchId: string): Promise<Pick<Tried, 'binDays'>> {
  const { rows } = await sql<{ kept: number | null }>`select min(${recycledUntil} - change_operation.at)::float8 as kept
    from change_operation where batch_id = ${batchId}::uuid and action = 'delete'`.execute(tx);
  const kept = rows[0]?.kept ?? null;
  return kept === null ? {} : { binDays: Math.floor(kept / 86_400_000) };
}

/**
 * Words what was tried. Everything is as it was before and nothing is locked any more: impacts are told of what stands, as in plans. A kind
 * may write what it asks about and look again: that is taken back as well.
 */
async function previewOf(services: Services, caller: Caller, { rows, signedOut, binDays }: Tried): Promise<DryRun> {
  if (rows.length === 0) return { counts: {}, impact: {}, operations: [] };
  return takenBack(services, async (tx) => ({
    counts: countsOf(rows),
    impact: { ...(await impactOf(tx, services, caller, rows)), ...(signedOut > 0 && { signedOut }) },
    ...(binDays !== undefined && { binDays }),
    operations: await shownOf(tx, services, caller, rows.slice(0, 200)),
  }));
}

async function impactOf(
  tx: Tx,
  services: Pick<Services, 'kinds'>,
  caller: Caller,
  rows: readonly JournaledRow[],
): Promise<Record<string, number>> {
  const impact: Record<string, number> = {};
  for (const kind of services.kinds) {
    const own = rows.filter((row) => row.kind === kind.kind).map(operationOf);
    const counts = own.length > 0 ? ((await kind.impact?.(tx, caller, own)) ?? {}) : {};
    for (const [name, count] of Object.entries(counts)) impact[name] = (impact[name] ?? 0) + count;
  }
  return impact;
}

const operationOf = (row: JournaledRow): Operation => ({
  action: row.action,
  id: row.object_id,
  name: row.object_name,
  path: row.path,
  before: row.before,
  after: row.after,
  version: row.version_before,
});

/** The operations as the history would show them, to those who may read it. */
async function shownOf(tx: Tx, services: Services, caller: Caller, rows: readonly JournaledRow[]): Promise<DryRun['operations']> {
  const shown = rows.map((row) => {
    const kind = services.kinds.find((one) => one.kind === row.kind);
    return { kind, fields: kind && caller.can(kind.codes.read) ? showPlanned(kind, caller, row.before, row.after) : [] };
  });
  const fields = await nameReferences(tx, { services, caller }, shown);
  return rows.map((row, at) => ({
    kind: row.kind,
    objectId: row.object_id,
    name: row.object_name,
    action: row.action,
    fields: fields[at] ?? [],
  }));
}
