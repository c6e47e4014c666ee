import { sql } from 'kysely';
import { writeAudit } from '#kit/server/audit/write-audit.ts';
import { systemCaller, type Caller } from '#kit/server/caller.ts';
import { newId } from '#kit/server/ids.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { JobContext, Services } from '#kit/server/services.ts';
import type { RawRecord } from '../connector/connector.ts';
import { mapperOf, type Mapper } from '../mapping/map-record.ts';
import { applyItems } from '../run/apply-items.ts';
import { endRun } from '../run/end-run.ts';
import { startPasswords } from '../run/password.job.ts';
import { ItemsAhead } from '../run/items-ahead.ts';
import type { SourceRow } from '../run/open-source.ts';
import { makeRunPlan } from '../run/plan/make-run-plan.ts';
import type { PlanContext } from '../run/plan/plan-context.ts';
import { nobodyRead } from '../run/read-source.ts';
import { notifyRun } from '../run/run-events.ts';
import { ensureStanding, failRun, lockRun, readRun, settleStanding, type RunRowData } from '../run/run-store.ts';
import { Stage } from '../run/stage.ts';
import { ScimError } from './scim-error.ts';
import { scimMapping } from './scim-mapping.ts';
import type { ScimCaller } from './scim-caller.ts';

/** What one call pushes. */
export interface Push {
  /** Audit word. */
  word: string;
  records: readonly RawRecord[];
  gone: readonly { of: RawRecord['of']; id: string }[];
}

/** What became of a pushed object: nothing said means done, or that there was nothing to do. */
export interface PushOutcome {
  state: string;
  reasonCode: string | null;
  reason: { path: string; params?: Record<string, unknown> } | null;
}

const busyTries = 40;
const busyMillis = 250;
const dayMillis = 86_400_000;
const retrySeconds = 3_600;
const never = new AbortController().signal;

/** One push of a source after another in this process; those of other processes are waited for. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Applies what was pushed as a run of its own, at once: planned by the rules of every run, under the brake of the last 24 hours (503),
 * applied, written down. Answers what became of each object by its external id.
 */
export async function push(services: Services, caller: ScimCaller, what: Push): Promise<Map<string, PushOutcome>> {
  const before = queues.get(caller.sourceId) ?? Promise.resolve();
  const mine = before.catch(() => undefined).then(() => pushNow(services, caller, what));
  queues.set(caller.sourceId, mine);
  try {
    return await mine;
  } finally {
    if (queues.get(caller.sourceId) === mine) queues.delete(caller.sourceId);
  }
}

async function pushNow(services: Services, caller: ScimCaller, what: Push): Promise<Map<string, PushOutcome>> {
  const { db } = services.database;
  const source = await db.selectFrom('source').selectAll().where('id', '=', caller.sourceId).executeTakeFirstOrThrow();
  const mapping = source.mapping.length > 0 ? source.mapping : [...scimMapping];
  const mapper = await mapperOf(mapping, JSON.stringify([source.root_department_id, source.leaver_policy]));
  const run = await beginRun(services, source);
  const actor: Caller = { ...systemCaller(what.word), address: caller.address, requestId: run.id };
  try {
    return await work(services, { actor, run, source, mapper, what });
  } catch (error) {
    if (!(error instanceof ScimError)) await db.transaction().execute((tx) => failRun(tx, services, run.id, { code: 10500 }));
    throw error;
  }
}

/** A run of this push; while another of the source works it is waited for (503 after ten seconds). */
async function beginRun(services: Pick<Services, 'database' | 'now'>, source: SourceRow): Promise<RunRowData> {
  const { db } = services.database;
  await ensureStanding(db, source.id);
  for (let tries = 0; tries < busyTries; tries += 1) {
    const { rows } = await sql<RunRowData>`insert into source_run (id, source_id, kind, trigger, state, source_version, started_at)
      values (${newId()}, ${source.id}, 'scim', 'event', 'reading', ${source.version}, ${services.now()})
      on conflict (source_id) where state in ('reading', 'staged', 'applying') do nothing returning *`.execute(db);
    if (rows[0]) return rows[0];
    await new Promise((resolve) => setTimeout(resolve, busyMillis));
  }
  throw new ScimError(503, 'The source is busy', { retryAfter: 10 });
}

interface Work {
  actor: Caller;
  run: RunRowData;
  source: SourceRow;
  mapper: Mapper;
  what: Push;
}

async function work(services: Services, { actor, run, source, mapper, what }: Work): Promise<Map<string, PushOutcome>> {
  const { db } = services.database;
  const stage = new Stage(services.database, {
    runId: run.id,
    sourceId: source.id,
    mapper,
    scope: { include: [], exclude: [], filter: [] },
  });
  await stage.add(what.records);
  await stage.gone(what.gone);
  await stage.end();
  const staged = await db
    .updateTable('source_run')
    .set({
      state: 'staged',
      people_read: stage.read.people,
      departments_read: stage.read.departments,
      valid: stage.read.valid,
      invalid: stage.read.invalid,
    })
    .where('id', '=', run.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const context: JobContext = { jobId: run.id, caller: actor, services, signal: never, progress: async () => undefined };
  const reading = { ...nobodyRead, ...stage.read, full: false, paths: stage.paths, staged: stage.staged };
  // Providers mostly say nothing of departments: new people then come to the root, and nobody is moved.
  const placed = what.records.some(
    ({ values }) => values['$path'] !== undefined || (Array.isArray(values['$departments']) && values['$departments'].length > 0),
  );
  const delivers = placed ? source.delivers : source.delivers.filter((one) => one !== 'memberships');
  const plan = await makeRunPlan(context, actor, { run: staged, source: { ...source, delivers }, mapper, reading });
  await db.transaction().execute((tx) => settlePlan(tx, services, plan));
  await db.transaction().execute((tx) => applyAll(tx, services, { actor, run, source }));
  return outcomeOf(services, run.id);
}

/** Writes down what is planned, or stops it: who loses sign-in counts with the losses of the last day. */
async function settlePlan(tx: Tx, services: Services, plan: PlanContext): Promise<void> {
  const { run, source, counts, sums } = plan;
  const now = services.now();
  const brake = sums.lose > 0 ? await brakeOf(tx, services, plan) : null;
  const isHeld =
    sums.lose > 0 &&
    (await tx.selectFrom('source_run').select('id').where('source_id', '=', source.id).where('state', '=', 'held').executeTakeFirst());
  const state = brake || isHeld ? (isHeld ? 'rejected' : 'held') : 'applying';
  await tx
    .updateTable('source_run')
    .set({
      state,
      counts: JSON.stringify(counts),
      impact: JSON.stringify({ ...sums.impact, ...(sums.lose > 0 && { loseSignIn: sums.lose }) }),
      brake: brake && JSON.stringify(brake),
      planned_at: now,
      expires_at: now + 7 * dayMillis,
      ...(state === 'rejected' && { ended_at: now }),
    })
    .where('id', '=', run.id)
    .execute();
  await settleStanding(tx, source.id);
  if (state === 'held') await notifyRun(tx, services, { sourceId: source.id, runId: run.id, event: 'held' });
  if (state !== 'applying') plan.sums.impact['held'] = 1;
}

/** Losses of sign-in since yesterday, or since somebody last let them pass, with those of this plan. */
async function brakeOf(
  tx: Tx,
  services: Pick<Services, 'now'>,
  { run, source, sums }: PlanContext,
): Promise<{ rule: string; number: number; limit: number } | null> {
  if (sums.administrators > 0) return { rule: 'administrators', number: sums.administrators, limit: 0 };
  const { rows } = await sql<{ lost: number; people: number }>`select
      (select count(*) from source_item i join source_run r on r.id = i.run_id
        where r.source_id = ${source.id}::uuid and r.id <> ${run.id}::uuid and i.state in ('planned', 'applied') and r.state = 'applied' and i.action in ('disable', 'quarantine', 'leave', 'delete')
          and r.applied_at > greatest(${services.now() - dayMillis}, coalesce((select max(p.applied_at) from source_run p where p.source_id = r.source_id and p.brake is not null), 0)))::int as lost,
      (select count(*) from source_link l join employee e on e.id = l.object_id
        where l.source_id = ${source.id}::uuid and l.object_kind = 'employee' and l.state = 'linked' and e.status = 'active')::int as people`.execute(
    tx,
  );
  const { lost, people } = rows[0]!;
  const { percent, floor, cap } = source.brake.lose;
  const number = lost + sums.lose;
  if (number > cap) return { rule: 'lose', number, limit: cap };
  const limit = Math.max(floor, Math.floor(((people + lost) * percent) / 100));
  return number > limit ? { rule: 'lose', number, limit } : null;
}

async function applyAll(tx: Tx, services: Services, { actor, run, source }: Pick<Work, 'actor' | 'run' | 'source'>): Promise<void> {
  const locked = await lockRun(tx, run.id, ['applying']);
  if (!locked)
    throw new ScimError(503, 'Too many people would lose their sign-in: an administrator has to look at this source', {
      retryAfter: retrySeconds,
    });
  const batchId = newId();
  const outcome: Record<string, number> = {};
  const items = new ItemsAhead(services.database.db, run.id);
  let lastSeq = -1;
  for (let ended = false; !ended;) {
    const page = await items.after(tx, lastSeq);
    const done = await applyItems(tx, actor, { run: { ...locked, batch_id: batchId }, source, items: page.items, services });
    for (const [name, count] of Object.entries(done)) outcome[name] = (outcome[name] ?? 0) + count;
    lastSeq = page.last ?? lastSeq;
    ended = page.ended;
  }
  await tx
    .updateTable('source_run')
    .set({ outcome: JSON.stringify(outcome), batch_id: batchId, applied_seq: lastSeq })
    .where('id', '=', run.id)
    .execute();
  await writeAudit(tx, actor, { path: 'scim/v2', module: 'user-centre', code: 0, durationMs: 0, batchId });
  await endRun(tx, services, { ...(await readRun(tx, run.id)), outcome });
  await startPasswords(tx, services, { run: { id: run.id, made: outcome['add'] ?? 0 }, source, caller: actor });
}

async function outcomeOf({ database }: Pick<Services, 'database'>, runId: string): Promise<Map<string, PushOutcome>> {
  const rows = await database.db
    .selectFrom('source_item')
    .select(['external_id', 'state', 'reason_code', 'reason', 'action'])
    .where('run_id', '=', runId)
    .where('external_id', 'is not', null)
    .orderBy('seq')
    .execute();
  return new Map(
    rows.map((row) => [
      row.external_id!,
      { state: row.action === 'unchanged' ? 'applied' : row.state, reasonCode: row.reason_code, reason: row.reason },
    ]),
  );
}
