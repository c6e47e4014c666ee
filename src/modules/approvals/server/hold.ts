import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import { reasonLength } from '#kit/common/change/dry-run.ts';
import { codesOf, type Endpoint } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import { rangeOn } from '#kit/server/change/callers.ts';
import type { DryRun } from '#kit/server/change/dry-run-result.ts';
import { tryOut } from '#kit/server/change/dry-run.ts';
import type { Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { ReasonAsked, Refusal } from '#kit/server/refusal.ts';
import type { Approvals, Services } from '#kit/server/services.ts';
import { mailAsked, mailOutcome } from './approval-mails.ts';
import './approval.table.ts';
import { possibleApprovers } from './approvers.ts';
import { holdingOf, peopleIn, sumOf, type Touched } from './condition.ts';
import { note, partners, tell } from './events.ts';
import { heldOf, placeOf, type HeldWrite } from './held.ts';
import { holdingsOf, ownBenefitIn, type Holding } from './policies.ts';
import { printOfRequest } from './print.ts';
import { waitingFor } from './request.read.ts';

const freshMillis = 5 * 60_000;

const idle = new Set(['same', 'refused']);

/** Which writes wait until others agree. */
export const approvals: Approvals = {
  hold: async (call, { module, route, request: wanted, reason }) => {
    const { caller, db, services } = call;
    const { operation } = route;
    const found = await holdingsOf(db, operation.audit ?? '');
    if (found.length === 0 && !operation.ownBenefit) return;
    const tried = await tryOut(call, (trying) => route.handler(trying, wanted));
    const { previewed, rows, jobs } = tried;
    // What a job does, and what keeps no journal, can't be shown beforehand: others agree to the call itself, and read that it is so.
    const unseen = rows.length === 0 && (jobs > 0 || operation.waits === 'unseen' || operation.waits === 'again');
    if (rows.length === 0 && !unseen) return;
    const facts = touchedBy(caller, operation, previewed);
    const touched = unseen ? { ...facts, objects: countIn(wanted, operation), unseen } : facts;
    const holding = (await holdingOf(services, db, found, touched)) ?? ownBenefitIn(previewed.impact);
    if (!holding) return;
    if (operation.waits === 'again' && (await takeUpAgreement(services, caller, printOfRequest({ path: operation.path, request: wanted }))))
      return;
    const asked = {
      module,
      path: operation.path,
      codes: [...codesOf(operation.access)],
      plan: null,
      reason: reason ?? reasonIn(wanted),
      asks: 'approvalReason',
      counts: previewed.counts,
      impact: previewed.impact,
      ...heldOf(services, tried, { path: operation.path, request: wanted }),
    };
    const id = await db.transaction().execute((tx) => ask(tx, services, caller, { ...asked, holding, request: wanted }));
    throw new Refusal(code.approval, { id }, { requestId: id });
  },
  holdPlan: async (tx, services, caller, { plan, reason, asks }) => {
    const counts = Object.fromEntries(Object.entries(plan.counts).filter(([action]) => !idle.has(action)));
    const found = await holdingsOf(tx, plan.operation);
    const objects = sumOf(counts);
    const people = Math.max(plan.kind === 'employee' ? objects : 0, plan.impact['people'] ?? 0);
    const touched = { objects, impact: plan.impact, people, range: rangeOn(caller, plan.code) };
    const holding = (await holdingOf(services, tx, found, touched)) ?? ownBenefitIn(plan.impact);
    if (!holding) return undefined;
    const { rows } = await sql<{ path: string | null }>`select distinct path::text as path from change_plan_item
      where plan_id = ${plan.id} and action not in ('same', 'refused')`.execute(tx);
    const kind = services.kinds.find((one) => one.kind === plan.kind);
    const id = await ask(tx, services, caller, {
      module: kind?.module ?? '',
      path: null,
      codes: plan.code === null ? [] : [plan.code],
      plan: plan.id,
      reason: wordsOf(reason),
      ...(asks && { asks: 'reason' }),
      counts,
      impact: plan.impact,
      lines: [],
      lineCount: objects,
      print: plan.id,
      paths: rows.flatMap(({ path }) => path ?? []),
      unpathed: !kind?.unranged && rows.some(({ path }) => path === null),
      holding,
      request: null,
    });
    const request = await tx.selectFrom('change_request').select('expires_at').where('id', '=', id).executeTakeFirstOrThrow();
    // It can still be read for a week after it was decided.
    await tx
      .updateTable('change_plan')
      .set({ expires_at: Math.max(plan.expires_at, request.expires_at + 7 * 86_400_000) })
      .where('id', '=', plan.id)
      .execute();
    return id;
  },
  planGone: async (tx, planId) => {
    await tx
      .updateTable('change_request')
      .set({ state: 'withdrawn' })
      .where('plan_id', '=', planId)
      .where('state', 'in', ['pending', 'stale'])
      .execute();
  },
  foresee: async (call, operation, previewed) => {
    const found = await holdingsOf(call.db, operation.audit ?? '');
    const touched = touchedBy(call.caller, operation, previewed);
    const holding = (await holdingOf(call.services, call.db, found, touched)) ?? ownBenefitIn(previewed.impact);
    return holding && { needed: holding.rules.needed };
  },
  waiting: async (services, caller) => (await waitingFor(services, services.database.db, caller.uid)).length,
};

/** How many objects a call whose effect can't be computed is about: as many as it lists. What lists none may reach any number (0), a look reaches one. */
function countIn(wanted: unknown, { waits }: Endpoint): number {
  const { ids, operationIds } = Object(wanted) as { ids?: unknown; operationIds?: unknown };
  const listed = ids ?? operationIds;
  if (Array.isArray(listed)) return listed.length;
  return waits === 'again' ? 1 : 0;
}

/** Takes up an agreement to the very call that is made now; false where there is none. One agreement lets one call through. */
async function takeUpAgreement(services: Services, caller: Caller, print: string): Promise<boolean> {
  const now = services.now();
  const used = await services.database.db.transaction().execute(async (tx) => {
    const request = await tx
      .selectFrom('change_request')
      .selectAll()
      .where('requester', '=', caller.uid)
      .where('print', '=', print)
      .where('expires_at', '>', now)
      .where('ended_at', 'is', null)
      .where('state', 'in', ['approved', 'bypassed'])
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
    if (!request) return undefined;
    const state = request.state === 'approved' ? ('done' as const) : request.state;
    await tx.updateTable('change_request').set({ state, ended_at: now }).where('id', '=', request.id).execute();
    await note(tx, caller, { requestId: request.id, event: 'done', at: now });
    await mailOutcome(tx, services, request, { outcome: 'done' });
    return request;
  });
  if (!used) return false;
  caller.note({ approval: used.id });
  await tell(services.database.db, services, [caller.uid, ...(await partners(services.database.db, used.id))]);
  return true;
}

function touchedBy(caller: Caller, operation: Endpoint, previewed: DryRun): Touched {
  const held = codesOf(operation.access).find((one) => caller.can(one));
  return { objects: sumOf(previewed.counts), impact: previewed.impact, people: peopleIn(previewed), range: rangeOn(caller, held ?? null) };
}

/** A reason that the input of the operation carries itself, where it says enough. */
function reasonIn(wanted: unknown): string | null {
  const reason: unknown = typeof wanted === 'object' && wanted !== null ? Reflect.get(wanted, 'reason') : null;
  return wordsOf(typeof reason === 'string' ? reason : null);
}

const wordsOf = (reason: string | null): string | null => {
  const words = reason?.trim().slice(0, reasonLength.max) ?? '';
  return words.length < reasonLength.min ? null : words;
};

interface Asked extends HeldWrite {
  codes: string[];
  module: string;
  path: string | null;
  plan: string | null;
  reason: string | null;
  /** The field of the call in which a missing reason can be given; a job has nobody to ask. */
  asks?: string;
  counts: Partial<Record<string, number>>;
  impact: Record<string, number>;
  holding: Holding;
  request: unknown;
}

/** Keeps a request; the same request of the same person that waits already is answered again. */
async function ask(tx: Tx, services: Services, caller: Caller, asked: Asked): Promise<string> {
  const { holding, request: wanted } = asked;
  const waiting = await tx
    .selectFrom('change_request')
    .select('id')
    .where('requester', '=', caller.uid)
    .where('print', '=', asked.print)
    .where('state', 'in', ['pending', 'stale'])
    .executeTakeFirst();
  if (waiting) return waiting.id;
  const approvers = await possibleApprovers(services, tx, { held: asked, rules: holding.rules, besides: caller.uid }, 50);
  const missing = holding.rules.needed - approvers.length;
  if (missing > 0) throw new Refusal(11074, { n: missing }, { missing });
  if (asked.reason === null && asked.asks !== undefined)
    throw new ReasonAsked({ field: asked.asks, ...reasonLength, needed: holding.rules.needed });
  const [id, now] = [newId(), services.now()];
  const { account, name, language, address, userAgent, requestId } = caller;
  const operation = asked.plan === null ? caller.operation : await operationOfPlan(tx, asked.plan);
  const request = await tx
    .insertInto('change_request')
    .values({
      id,
      policy_id: holding.id,
      policy_name: holding.name,
      rules: JSON.stringify(holding.rules),
      operation,
      module: asked.module,
      path: asked.path,
      codes: asked.codes,
      input: asked.plan === null ? services.secrets.seal(JSON.stringify(wanted), placeOf(id)) : null,
      plan_id: asked.plan,
      reason: asked.reason,
      requester: caller.uid,
      caller: JSON.stringify({
        account,
        name,
        language,
        address,
        userAgent,
        requestId,
        operation,
        confirmed: now - caller.confirmedAt < freshMillis,
      }),
      counts: JSON.stringify(asked.counts),
      impact: JSON.stringify(asked.impact),
      lines: JSON.stringify(asked.lines),
      line_count: asked.lineCount,
      print: asked.print,
      paths: asked.paths,
      unpathed: asked.unpathed,
      at: now,
      expires_at: now + holding.expires_hours * 3_600_000,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await note(tx, caller, { requestId: id, event: 'asked', comment: asked.reason, at: now });
  await tell(tx, services, approvers);
  await mailAsked(tx, services, request, approvers);
  return id;
}

const operationOfPlan = async (tx: Tx, id: string): Promise<string> =>
  (await tx.selectFrom('change_plan').select('operation').where('id', '=', id).executeTakeFirstOrThrow()).operation;
