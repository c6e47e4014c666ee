import { code } from '#kit/common/codes.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, Refusal } from '#kit/server/refusal.ts';
import type { Services, Tx } from '#kit/server/services.ts';
import { possibleApprovers, standingOf, type RequestData, type Standing } from './approvers.ts';
import { mailOutcome } from './approval-mails.ts';
import { note, partners, tell } from './events.ts';
import { agreed, findRequest } from './request.read.ts';
import { renew, start } from './request.run.ts';
import { runsWhenAskedAgain, tryNow } from './requester.ts';
import { raise } from './upkeep.ts';

interface Decision {
  id: string;
  version: number;
  comment?: string | undefined;
}

/** So long somebody may ask again for what was agreed to. */
const againMillis = 24 * 3_600_000;

const isOpen = (request: RequestData, now: number): boolean =>
  (request.state === 'pending' || request.state === 'stale') && request.expires_at > now;

/** Locks a request that the caller may know of, and looks whether it is open and is what was read. */
async function locked(tx: Tx, call: Call, { id, version }: Decision): Promise<RequestData> {
  const request = await tx.selectFrom('change_request').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!request) throw notFound();
  if (!isOpen(request, call.services.now())) throw new Refusal(11073);
  if (request.version !== version) throw new Refusal(11072);
  call.caller.touch({ kind: 'changeRequest', id: request.id, name: request.operation });
  return request;
}

/** The right to decide: 11071 for one's own, 65002 or 10910 without it. */
async function assertStanding(call: Call, tx: Tx, request: RequestData): Promise<NonNullable<Standing['as']>> {
  const { caller, services } = call;
  const { own, as } = await standingOf(services, tx, request, caller.uid);
  if (own) throw new Refusal(11071);
  if (as) return as;
  const can = request.codes.some((one) => caller.can(one));
  throw new Refusal(can ? code.outOfRange : code.notGranted, { code: request.codes.join(', ') }, { code: request.codes[0] });
}

const nameOf = async (services: Pick<Services, 'directory'>, tx: Tx, uid: string | null) => {
  if (uid === null) return undefined;
  return { uid, name: (await services.directory.byUid(tx, uid))?.name ?? '' };
};

/** Agrees; with the last agreement that is needed it runs by itself. */
export async function approve(call: Call, decision: Decision): Promise<void> {
  const { services, caller, db } = call;
  const found = await findRequest(services, db, caller, decision.id);
  if (isOpen(found, services.now()) && found.version === decision.version) await assertSame(services, found);
  await call.write(async (tx) => {
    const request = await locked(tx, call, decision);
    const as = await assertStanding(call, tx, request);
    const before = await agreed(tx, request.id);
    const name = as.for ?? caller.uid;
    if (before.some((one) => one.uid === caller.uid || one.as === name)) throw new Refusal(11073);
    const at = services.now();
    await note(tx, caller, {
      requestId: request.id,
      event: 'approved',
      comment: decision.comment,
      at,
      for: await nameOf(services, tx, as.for),
    });
    if (before.length + 1 < request.rules.needed) return;
    const again = runsWhenAskedAgain(services, request);
    const state = request.plan_id === null ? ('approved' as const) : ('running' as const);
    const next = again ? { expires_at: at + againMillis } : { job_id: await start(tx, services, request) };
    await tx
      .updateTable('change_request')
      .set({ state, failure: null, ...next })
      .where('id', '=', request.id)
      .execute();
    if (again) await mailOutcome(tx, services, request, { outcome: 'approved', by: caller, comment: decision.comment });
  });
  await tell(db, services, [found.requester, ...(await partners(db, found.id)), caller.uid]);
}

/** 11072 where the same change would do something else now; what it would do is kept, to be read again. 11073 where it was decided meanwhile. */
async function assertSame(services: Services, request: RequestData): Promise<void> {
  if (request.plan_id !== null) return;
  const now = await tryNow(services, request).catch((error: unknown) => {
    if (error instanceof Refusal || error instanceof InvalidInput) return undefined;
    throw error;
  });
  if (now?.kept.print === request.print) return;
  throw new Refusal((await renew(services, request, null)) ? 11072 : 11073);
}

/** Refuses. */
export async function reject(call: Call, decision: Decision): Promise<void> {
  const { services, caller, db } = call;
  const found = await findRequest(services, db, caller, decision.id);
  await call.write(async (tx) => {
    const request = await locked(tx, call, decision);
    const as = await assertStanding(call, tx, request);
    const at = services.now();
    await note(tx, caller, {
      requestId: request.id,
      event: 'rejected',
      comment: decision.comment,
      at,
      for: await nameOf(services, tx, as.for),
    });
    await tx.updateTable('change_request').set({ state: 'rejected', ended_at: at }).where('id', '=', request.id).execute();
    await mailOutcome(tx, services, request, { outcome: 'rejected', by: caller, comment: decision.comment });
  });
  await tell(db, services, [found.requester, ...(await partners(db, found.id)), caller.uid]);
}

/** Takes one's own request back. */
export async function withdraw(call: Call, decision: Decision): Promise<void> {
  const { services, caller, db } = call;
  const found = await findRequest(services, db, caller, decision.id);
  await call.write(async (tx) => {
    const request = await locked(tx, call, decision);
    if (request.requester !== caller.uid) throw new Refusal(code.notGranted, { code: 'requester' });
    const at = services.now();
    await note(tx, caller, { requestId: request.id, event: 'withdrawn', comment: decision.comment, at });
    await tx.updateTable('change_request').set({ state: 'withdrawn', ended_at: at }).where('id', '=', request.id).execute();
    await mailOutcome(tx, services, request, { outcome: 'withdrawn', by: caller, comment: decision.comment });
  });
  await tell(db, services, await partners(db, found.id));
}

/** Whether somebody may let a request run without approval: the right, and a role that the policy names for emergencies. */
export function mayBypass(call: Pick<Call, 'caller'>, request: RequestData): boolean {
  const { grants } = call.caller;
  const can = request.codes.length === 0 || request.codes.some((one) => call.caller.can(one));
  return can && grants.roles.some(({ id }) => request.rules.emergencyRoles.includes(id));
}

/** Lets it run at once. Everybody who could have agreed is told; one of them reviews it. */
export async function bypass(call: Call, decision: Decision): Promise<void> {
  const { services, caller, db } = call;
  const found = await findRequest(services, db, caller, decision.id);
  if (!mayBypass(call, found)) throw new Refusal(code.notGranted, { code: found.codes.join(', ') }, { code: found.codes[0] });
  const approvers = await possibleApprovers(services, db, { held: found, rules: found.rules, besides: found.requester }, 50);
  await call.write(async (tx) => {
    const request = await locked(tx, call, decision);
    const at = services.now();
    await note(tx, caller, { requestId: request.id, event: 'bypassed', comment: decision.comment, at });
    const bypassed = {
      state: 'bypassed' as const,
      bypassed_by: caller.uid,
      review_by: at + request.rules.reviewHours * 3_600_000,
      failure: null,
    };
    await tx.updateTable('change_request').set(bypassed).where('id', '=', request.id).execute();
    const next = runsWhenAskedAgain(services, request)
      ? { expires_at: at + againMillis }
      : { job_id: await start(tx, services, { ...request, ...bypassed }) };
    await tx
      .updateTable('change_request')
      .set({ warned: false, ...next })
      .where('id', '=', request.id)
      .execute();
    await services.warnings.clear(tx, 'approval.waiting', request.id);
    await raise(tx, services, { ...request, ...bypassed });
    await mailOutcome(tx, services, request, { outcome: 'bypassed', by: caller, comment: decision.comment, also: approvers });
  });
  await tell(db, services, [found.requester, ...approvers, ...(await partners(db, found.id))]);
}

/** Reviews a bypass afterwards; neither who asked nor who let it run does. */
export async function review(call: Call, { id, agree, comment }: { id: string; agree: boolean; comment: string }): Promise<void> {
  const { services, caller, db } = call;
  await findRequest(services, db, caller, id);
  await call.write(async (tx) => {
    const request = await tx.selectFrom('change_request').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
    if (request.state !== 'bypassed') throw new Refusal(11073);
    const as = await assertStanding(call, tx, request);
    if (request.bypassed_by === caller.uid || request.bypassed_by === as.for) throw new Refusal(11071);
    caller.touch({ kind: 'changeRequest', id, name: request.operation });
    const event = agree ? ('reviewed' as const) : ('disputed' as const);
    await note(tx, caller, { requestId: id, event, comment, at: services.now(), for: await nameOf(services, tx, as.for) });
    await tx.updateTable('change_request').set({ state: event }).where('id', '=', id).execute();
    await services.warnings.clear(tx, 'approval.bypassed', id);
    await mailOutcome(tx, services, request, { outcome: event, by: caller, comment });
  });
  await tell(db, services, await partners(db, id));
}

/** Adds words; the requester's first ones are the reason where none was given. */
export async function comment(call: Call, input: { id: string; comment: string }): Promise<void> {
  const { services, caller, db } = call;
  const found = await findRequest(services, db, caller, input.id);
  await call.write(async (tx) => {
    caller.touch({ kind: 'changeRequest', id: found.id, name: found.operation });
    await note(tx, caller, { requestId: found.id, event: 'commented', comment: input.comment, at: services.now() });
    if (found.requester === caller.uid && found.reason === null)
      await tx.updateTable('change_request').set({ reason: input.comment }).where('id', '=', found.id).execute();
  });
  await tell(db, services, [found.requester, ...(await partners(db, found.id))]);
}
