import { code } from '#kit/common/codes.ts';
import type { LocalText } from '#kit/common/language.ts';
import { beginPlan } from '#kit/server/change/plan/plan-access.ts';
import type { Db } from '#kit/server/directory.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import type { JobKind, Services, Tx } from '#kit/server/services.ts';
import type { RequestData } from './approvers.ts';
import { mailOutcome } from './approval-mails.ts';
import { note, partners, tell } from './events.ts';
import { printOf } from './print.ts';
import { assertMay, auditOf, callAs, requesterOf, tryNow, requestOf } from './requester.ts';

/** What runs once it was agreed to. */
export const requestRunJob: JobKind<{ requestId: string; what: LocalText }, { state: string }> = {
  kind: 'change.request',
  title: { namespace: 'approvals', key: 'job.run' },
  // The right is looked at when it runs: one that was lost leaves the request to be read again.
  code: null,
  params: ({ what }) => ({ what }),
  exclusive: ({ requestId }) => requestId,
  run: async (context, { requestId }) => ({ state: await runRequest(context.services, requestId) }),
  over: async (db, { requestId }) => {
    await failed(db, requestId, { code: code.notGranted, params: {} }, Date.now());
  },
};

/** Does what was agreed to, exactly: one transaction with the end of the request. Run again after a crash it finds it done. */
async function runRequest(services: Services, id: string): Promise<string> {
  const { db } = services.database;
  const request = await db.selectFrom('change_request').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  if (!mayRun(request)) return request.state;
  const { module, route, request: wanted } = requestOf(services, request);
  const caller = await requesterOf(services, request);
  const state = { written: false };
  const call = callAs(services, caller, async (tx, batchId) => {
    const now = await tx.selectFrom('change_request').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
    if (!mayRun(now)) throw new Refusal(11073);
    const rows = await tx.selectFrom('change_operation').selectAll().where('batch_id', '=', batchId).orderBy('seq').execute();
    if (printOf(services.kinds, rows, { path: route.operation.path, request: wanted }) !== request.print) throw new Refusal(11072);
    await auditOf(tx, caller, { path: route.operation.path, module, requestId: id, batchId });
    await ended(tx, services, request, batchId);
    state.written = true;
  });
  try {
    await assertMay(services, request, caller);
    await route.handler(call, wanted);
  } catch (error) {
    // What follows the commit may fail without taking it back.
    if (state.written) return 'done';
    if (!(error instanceof Refusal || error instanceof InvalidInput)) throw error;
    return notDone(services, request, error);
  } finally {
    await tell(db, services, [request.requester, ...(await partners(db, id))]);
  }
  return state.written ? 'done' : notDone(services, request, new Refusal(11072));
}

const mayRun = ({ state, batch_id }: RequestData): boolean =>
  ['approved', 'running'].includes(state) || (state === 'bypassed' && batch_id === null);

async function ended(tx: Tx, services: Services, request: RequestData, batchId: string | null): Promise<void> {
  const now = services.now();
  await tx
    .updateTable('change_request')
    .set({ ...(request.state !== 'bypassed' && { state: 'done' as const }), batch_id: batchId, ended_at: now })
    .where('id', '=', request.id)
    .execute();
  await note(tx, { uid: request.requester, name: request.caller.name, address: '' }, { requestId: request.id, event: 'done', at: now });
  await mailOutcome(tx, services, request, { outcome: 'done' });
}

/** The objects or the rights are not what they were: what it would do now is read, and agreements fall away. */
async function notDone(services: Services, request: RequestData, error: Refusal | InvalidInput): Promise<string> {
  const { db } = services.database;
  const failure = {
    code: error instanceof Refusal ? error.answer : code.invalid,
    params: error instanceof Refusal ? { ...error.params } : {},
  };
  if (request.state === 'bypassed') {
    const state = await failed(db, request.id, failure, services.now());
    await mailOutcome(db, services, request, { outcome: 'failed' });
    return state;
  }
  await renew(services, request, failure);
  return 'stale';
}

/** Keeps what a request would do now, for who reads it again. Leaves one that others decided or that ran meanwhile, and answers whether it did. */
export async function renew(services: Services, request: RequestData, failure: { code: number; params: object } | null): Promise<boolean> {
  const now = await tryNow(services, request).catch((error: unknown) => {
    if (error instanceof Refusal || error instanceof InvalidInput) return undefined;
    throw error;
  });
  const renewed = await services.database.db.transaction().execute(async (tx) => {
    const kept = now?.kept;
    const rows = await tx
      .updateTable('change_request')
      .set({
        state: 'stale',
        version: request.version + 1,
        job_id: null,
        failure: failure && JSON.stringify(failure),
        ...(now &&
          kept && {
            counts: JSON.stringify(now.previewed.counts),
            impact: JSON.stringify(now.previewed.impact),
            lines: JSON.stringify(kept.lines),
            line_count: kept.lineCount,
            print: kept.print,
            paths: kept.paths,
            unpathed: kept.unpathed,
          }),
      })
      .where('id', '=', request.id)
      .where('version', '=', request.version)
      .where('state', '=', request.state)
      .returning('id')
      .execute();
    if (rows.length === 0) return false;
    await tx
      .updateTable('change_request_event')
      .set({ void: true })
      .where('request_id', '=', request.id)
      .where('event', '=', 'approved')
      .execute();
    const system = { uid: request.requester, name: request.caller.name, address: '' };
    await note(tx, system, { requestId: request.id, event: 'stale', at: services.now() });
    await mailOutcome(tx, services, { ...request, version: request.version + 1 }, { outcome: 'stale' });
    return true;
  });
  if (renewed) await tell(services.database.db, services, [request.requester, ...(await partners(services.database.db, request.id))]);
  return renewed;
}

async function failed(db: Db, id: string, failure: { code: number; params: object }, at: number): Promise<string> {
  const request = await db.selectFrom('change_request').selectAll().where('id', '=', id).executeTakeFirst();
  if (!request || !mayRun(request)) return request?.state ?? 'failed';
  await db
    .updateTable('change_request')
    .set({ ...(request.state !== 'bypassed' && { state: 'failed' as const }), failure: JSON.stringify(failure), ended_at: at })
    .where('id', '=', id)
    .execute();
  await note(db, { uid: request.requester, name: request.caller.name, address: '' }, { requestId: id, event: 'failed', at });
  return 'failed';
}

/** Puts what was agreed to into the queue, in its requester's name; answers the job. */
export async function start(tx: Tx, services: Services, request: RequestData): Promise<string> {
  const caller = await requesterOf(services, request);
  if (request.plan_id === null) {
    const what = services.words.actions(request.operation);
    return services.jobs.start(tx, caller, requestRunJob, { requestId: request.id, what });
  }
  const plan = await tx.selectFrom('change_plan').selectAll().where('id', '=', request.plan_id).forUpdate().executeTakeFirst();
  if (plan?.state !== 'planned') throw new Refusal(11072);
  return beginPlan(tx, caller, services, { plan, reason: request.reason });
}
