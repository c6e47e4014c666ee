import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { HoldingChoice } from '#kit/common/holding.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { State } from '#kit/server/change/kind.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, outOfRange, Refusal, wrongState } from '#kit/server/refusal.ts';
import type { Db, Services, Tx } from '#kit/server/services.ts';
import { clock } from '#platform/clock.ts';
import type { employeeHoldings, employeeLeave, leaveCancel, leavePreview, leaveRetry } from '../../common/life/life.contract.ts';
import { employeeStatuses } from '../../common/employee-fields.ts';
import { assertNotSuperior, countAdministrators } from '../employee/administrators.ts';
import { employeeKind } from '../employee/employee.kind.ts';
import { assertVisible } from '../employee/employee.query.ts';
import { employeeInRange } from '../range.ts';
import { assertChoices, choiceOf, holdingsInOrder, holdingsOf } from './checklist.ts';
import { addEvent, cancelEvents, changeEvent, lockEvent, openEvent } from './events.ts';
import { decideEvent } from './life.kind.ts';
import { leaveJob } from './leave.job.ts';
import { beginningOf, dayAfter } from './life-day.ts';
import { failureText, failureOf } from './life-failure.ts';

/** From which states somebody leaves. */
const leavers: readonly unknown[] = ['active', 'disabled', 'quarantined'];

/** What is to become of what people hold, and when. */
export interface LeaveRequest {
  ids: readonly string[];
  at?: string | undefined;
  choices?: readonly { kind: string; choice: HoldingChoice }[] | undefined;
  successorId?: string | null | undefined;
  reason?: string | undefined;
  /** Somebody decides it by a call of their own: it stands in the journal, and may wait for others who agree. */
  decided?: true;
}

/** Everything that somebody holds. Refuses with 10404 or 10910. */
export async function holdingsOfPerson(call: Call, id: string): Promise<Reply<typeof employeeHoldings>> {
  await assertVisible(call.db, call.caller.scope(), [id]);
  return { holdings: await holdingsOf(call, [id]) };
}

/** Refuses what lets this person not leave: 12024, 12027, 12131, 10412, 10910. */
async function assertMayLeave(db: Tx, caller: Caller, state: State): Promise<void> {
  if (state.id === caller.uid) throw new Refusal(12024);
  await assertNotSuperior(db, caller, [state.id], true);
  if (!leavers.includes(state.fields['status'])) throw wrongState(String(state.fields['status']));
  const open = await openEvent(db, state.id, 'leave', ['planned', 'waiting', 'running']);
  if (open) throw wrongState(open.state);
  const losing = { action: 'disable' as const, id: state.id, name: state.name, path: state.path, before: {}, after: {}, version: null };
  if ((await employeeKind.outside(db, caller.scope(), [losing])).size > 0) throw outOfRange();
}

/** Who takes over is somebody else who is active and in range. */
async function assertSuccessor(db: Db, caller: Caller, { ids, successorId }: LeaveRequest): Promise<void> {
  if (!successorId) return;
  const range = caller.scope();
  const { rows } = await sql<{ status: string }>`select e.status from employee e
    where e.id = ${successorId}::uuid and e.status <> 'deleted' and ${employeeInRange(range, 'e.id')}`.execute(db);
  if (!rows[0]) throw range.all ? notFound() : outOfRange();
  if (rows[0].status !== 'active' || ids.includes(successorId)) throw mistake('successorNotHere');
}

const mistake = (key: string): InvalidInput => new InvalidInput([{ path: 'successorId', namespace: 'user-centre', key: `issue.${key}` }]);

/** Whether something is to be handed over although nobody takes it. */
async function lacksSuccessor(
  db: Db,
  services: Pick<Services, 'holdings'>,
  { ids, choices = [], successorId }: LeaveRequest,
): Promise<boolean> {
  if (successorId) return false;
  for (const { kind, choice } of choices) {
    if (choice !== 'handOver') continue;
    const counts = await services.holdings.find((one) => one.kind === kind)!.count(db, ids);
    if ([...counts.values()].some((count) => count > 0)) return true;
  }
  return false;
}

/** The checklist of people who leave, before anything is done; who can't is named with the reason. */
export async function previewLeave(call: Call, input: Parsed<typeof leavePreview>): Promise<Reply<typeof leavePreview>> {
  const { db, caller, services } = call;
  await assertVisible(db, caller.scope(), input.ids);
  assertChoices(services, input.choices);
  await assertSuccessor(db, caller, input);
  const names = await services.directory.people(db, input.ids, caller.language, caller.scope());
  const people: Reply<typeof leavePreview>['people'] = await db.transaction().execute(async (tx) => {
    const states = [...(await employeeKind.read(tx, input.ids, false)).values()];
    const found = [];
    for (const state of states) {
      const trouble = await assertMayLeave(tx, caller, state).then(() => null, refusalOf);
      const { account = '', departmentName = '' } = names.get(state.id) ?? {};
      const status = employeeStatuses.find((one) => one === state.fields['status']) ?? 'active';
      const administrator = (await countAdministrators(tx, [state.id])) > 0;
      found.push({
        id: state.id,
        name: state.name,
        account,
        departmentName,
        status,
        administrator,
        refused: failureText(services, caller.language, trouble),
      });
    }
    return found;
  });
  const rows = await holdingsOf(call, input.ids);
  const kinds = holdingsInOrder(services);
  // What was chosen is shown as chosen, also while nobody is named yet.
  const chosen = new Map(input.choices.map(({ kind, choice }) => [kind, choice]));
  const holdings = rows.map((row) => ({
    ...row,
    choice:
      chosen.get(row.kind) ??
      choiceOf(
        kinds.find(({ kind }) => kind === row.kind)!,
        {},
      ),
  }));
  return { people, holdings, successorNeeded: await lacksSuccessor(db, services, input) };
}

function refusalOf(error: unknown): ReturnType<typeof failureOf> & object {
  const trouble = failureOf(error);
  if (!trouble) throw error;
  return trouble;
}

/**
 * Lets people leave: at once, as a job that begins with the commit, or after their last working day. Answers the job, if there is one. The
 * caller's right to do so is asked here; what follows from it is done for the product.
 */
export async function leavePeople(tx: Tx, services: Services, caller: Caller, request: LeaveRequest): Promise<Reply<typeof employeeLeave>> {
  const { ids, at: day, choices = [], successorId = null, reason } = request;
  assertChoices(services, choices);
  await assertVisible(tx, caller.scope(), ids);
  await assertSuccessor(tx, caller, request);
  if (await lacksSuccessor(tx, services, request)) throw mistake('successorNeeded');
  const states = [...(await employeeKind.read(tx, [...new Set(ids)], true)).values()];
  const now = clock.now();
  const eventIds: string[] = [];
  const atOnce: string[] = [];
  for (const state of states) {
    await assertMayLeave(tx, caller, state);
    const zone = typeof state.fields['timeZone'] === 'string' ? state.fields['timeZone'] : null;
    const at = day === undefined ? now : beginningOf(dayAfter(day), zone);
    const payload = { reason: reason ?? null, byName: caller.name, choices: [...choices], successorId };
    const isLater = at > now;
    const event = { employeeId: state.id, kind: 'leave' as const, at: isLater ? at : now, day: day ?? null, payload };
    const begun = { ...event, state: isLater ? ('planned' as const) : ('running' as const) };
    const eventId = request.decided ? await decideEvent(tx, caller, state, begun) : await addEvent(tx, caller, begun);
    eventIds.push(eventId);
    if (!isLater) atOnce.push(eventId);
    caller.touch({ kind: 'employee', id: state.id, name: state.name, path: state.path });
  }
  caller.note({ ...(reason && { reason }), ...(day && { lastWorkday: day }), ...(successorId && { successorId }) });
  return { jobId: atOnce.length > 0 ? await startLeaving(tx, services, caller, atOnce) : null, eventIds };
}

/** Begins to work on events that run. */
export async function startLeaving(tx: Tx, services: Pick<Services, 'jobs'>, caller: Caller, eventIds: readonly string[]): Promise<string> {
  const jobId = await services.jobs.start(tx, caller, leaveJob, { eventIds: [...eventIds] });
  for (const id of eventIds) await changeEvent(tx, id, { jobId });
  return jobId;
}

/** Takes planned leavings back; 10412 where there is none. */
export async function cancelLeaves(tx: Tx, services: Services, caller: Caller, { ids }: Parsed<typeof leaveCancel>): Promise<number> {
  await assertWritable(tx, caller, ids);
  await assertNotSuperior(tx, caller, ids, false);
  const cancelled = await cancelEvents(tx, services, { ids, kind: 'leave' });
  if (cancelled === 0) throw wrongState('done');
  return cancelled;
}

/** Refuses (10404, 10910) whom the caller may not see, or not change; what is done is noted. */
export async function assertWritable(tx: Tx, caller: Caller, ids: readonly string[]): Promise<State[]> {
  await assertVisible(tx, caller.scope(), ids);
  const states = [...(await employeeKind.read(tx, ids, false)).values()];
  const operations = states.map(({ id, name, path }) => ({
    action: 'change' as const,
    id,
    name,
    path,
    before: {},
    after: {},
    version: null,
  }));
  if ((await employeeKind.outside(tx, caller.scope(), operations)).size > 0) throw outOfRange();
  for (const { id, name, path } of states) caller.touch({ kind: 'employee', id, name, path });
  return states;
}

/** Tries the open steps of a checklist again. Refuses with 10412 where nothing failed. */
export async function retryLeave(tx: Tx, services: Services, caller: Caller, input: Parsed<typeof leaveRetry>): Promise<{ jobId: string }> {
  await assertWritable(tx, caller, [input.id]);
  if (input.id === caller.uid) throw new Refusal(12024);
  await assertNotSuperior(tx, caller, [input.id], true);
  await assertSuccessor(tx, caller, { ids: [input.id], successorId: input.successorId });
  const found = await openEvent(tx, input.id, 'leave', ['failed']);
  const event = found && (await lockEvent(tx, found.id, ['failed']));
  if (!event) throw wrongState('done');
  const checklist = event.checklist.map((step) => (step.state === 'failed' ? { ...step, state: 'open' as const, trouble: null } : step));
  const payload = { ...event.payload, ...(input.successorId !== undefined && { successorId: input.successorId }) };
  await changeEvent(tx, event.id, { state: 'running', checklist, payload });
  return { jobId: await startLeaving(tx, services, caller, [event.id]) };
}
