import { writeAudit } from '#kit/server/audit/write-audit.ts';
import type { Caller } from '#kit/server/caller.ts';
import { callerOfBatch } from '#kit/server/change/callers.ts';
import { directRoles } from '#kit/server/access/role.holdings.ts';
import type { HoldingKind } from '#kit/server/holdings.ts';
import type { Services } from '#kit/server/services.ts';
import { clock } from '#platform/clock.ts';
import { actingFor } from './acting.ts';
import { choiceOf, holdingsInOrder, leaving, leftStep } from './checklist.ts';
import { changeEvent, endEvent, lockEvent, type LifeEvent } from './events.ts';
import { leaveIsDone, leaveIsOpen } from './life.warnings.ts';
import type { KeptStep, LifeState } from './life.table.ts';
import { failureOf } from './life-failure.ts';

const word = 'employee.leave';

interface Leaving {
  services: Services;
  caller: Caller;
  eventId: string;
}

/**
 * Works on one leaving until every step was tried: each in a transaction of its own that also marks it done, so that nothing is done twice,
 * whoever begins again. A step that is refused stays open in the checklist and holds nobody back.
 */
export async function runLeave(services: Services, person: Caller, eventId: string): Promise<LifeState> {
  const work = { services, caller: actingFor(person, word), eventId };
  const begun = await begin(work);
  if (!begun) return stateOf(work);
  for (const { kind } of begun.checklist) await doStep(work, kind);
  return finish(work);
}

async function stateOf({ services, eventId }: Leaving): Promise<LifeState> {
  const row = await services.database.db.selectFrom('employment_event').select('state').where('id', '=', eventId).executeTakeFirst();
  return row?.state ?? 'cancelled';
}

/** Writes the checklist down, once, with the roles as they are now: they are offered when the person comes back. */
async function begin({ services, eventId }: Leaving): Promise<LifeEvent | undefined> {
  return services.database.db.transaction().execute(async (tx) => {
    const event = await lockEvent(tx, eventId, ['running']);
    if (!event || event.checklist.length > 0) return event;
    const checklist: KeptStep[] = [];
    const step = { state: 'open' as const, reached: null, trouble: null, at: null };
    for (const kind of holdingsInOrder(services)) {
      const count = (await kind.count(tx, [event.employee_id])).get(event.employee_id) ?? 0;
      checklist.push({ kind: kind.kind, choice: choiceOf(kind, event.payload), count, ...step });
    }
    checklist.push({ kind: leftStep, choice: 'end', count: 1, ...step });
    const formerRoles = (await directRoles(tx, event.employee_id)).map(({ id, name, until }) => ({ id, name, until }));
    const payload = { ...event.payload, formerRoles };
    await changeEvent(tx, eventId, { checklist, payload });
    return { ...event, checklist, payload };
  });
}

async function doStep(work: Leaving, kind: string): Promise<void> {
  const { services, caller, eventId } = work;
  const { db } = services.database;
  try {
    await db.transaction().execute(async (tx) => {
      const event = await lockEvent(tx, eventId, ['running']);
      const step = event?.checklist.find((one) => one.kind === kind);
      const holding = event && holdingOf(services, kind, event);
      if (!event || !step || step.state === 'done' || !holding) return;
      const choice = choiceOf(holding, { choices: [{ kind, choice: step.choice }], successorId: event.payload.successorId });
      const reached = await holding.apply(tx, {
        uid: event.employee_id,
        choice,
        successorId: event.payload.successorId ?? null,
        caller: callerOfBatch(caller, caller.operation),
        services,
        options: { batchId: eventId, reason: event.payload.reason, source: 'job' },
      });
      await markStep(tx, event, { ...step, choice, state: 'done', reached, trouble: null, at: clock.now() });
    });
  } catch (error) {
    const trouble = failureOf(error);
    if (!trouble) throw error;
    await db.transaction().execute(async (tx) => {
      const event = await lockEvent(tx, eventId, ['running']);
      const step = event?.checklist.find((one) => one.kind === kind);
      if (event && step && step.state !== 'done') await markStep(tx, event, { ...step, state: 'failed', trouble, at: clock.now() });
    });
  }
}

const holdingOf = (services: Pick<Services, 'holdings'>, kind: string, { day }: LifeEvent): HoldingKind | undefined =>
  kind === leftStep ? leaving(day) : services.holdings.find((one) => one.kind === kind);

const markStep = (tx: Parameters<typeof changeEvent>[0], event: LifeEvent, step: KeptStep): Promise<void> =>
  changeEvent(tx, event.id, { checklist: event.checklist.map((one) => (one.kind === step.kind ? step : one)) });

/** Ends the event with its signature and its row in the audit. */
async function finish({ services, caller, eventId }: Leaving): Promise<LifeState> {
  return services.database.db.transaction().execute(async (tx) => {
    const event = await lockEvent(tx, eventId, ['running']);
    if (!event) return 'done';
    const open = event.checklist.filter(({ state }) => state !== 'done');
    const state = open.length > 0 ? 'failed' : 'done';
    await endEvent(tx, services, eventId, { state });
    const person = await tx
      .selectFrom('employee')
      .select(['id', 'name', 'primary_department_id'])
      .where('id', '=', event.employee_id)
      .executeTakeFirst();
    const one = callerOfBatch(caller, word);
    one.touch({ kind: 'employee', id: event.employee_id, name: person?.name ?? event.employee_id });
    await writeAudit(tx, one, {
      path: 'muc/employee/leave',
      module: 'user-centre',
      code: 0,
      durationMs: 0,
      batchId: eventId,
      detail: { by: event.payload.byName, steps: event.checklist.length, open: open.map(({ kind }) => kind) },
      dangerous: true,
    });
    if (open.length > 0 && person) await leaveIsOpen(tx, services, person, open.length);
    else await leaveIsDone(tx, services, event.employee_id);
    return state;
  });
}
