import { writeAudit } from '#kit/server/audit/write-audit.ts';
import { systemCaller, type Caller } from '#kit/server/caller.ts';
import { wrongState } from '#kit/server/refusal.ts';
import type { Services, Tx } from '#kit/server/services.ts';
import { clock } from '#platform/clock.ts';
import { employeeKind } from '../employee/employee.kind.ts';
import { changeEvent, endEvent, lockEvent, openEvent, type LifeEvent } from './events.ts';
import { assertWritable } from './leave.service.ts';
import { transferFails, transferIsOver, transferWaits } from './life.warnings.ts';
import { gainsOf, standingOf } from './standing.ts';
import { doTransfer } from './transfer.service.ts';
import { failureOf } from './life-failure.ts';

const word = 'employee.transfer';

/** It would give more than was shown. */
class GivesMore extends Error {
  readonly more: number;

  constructor(more: number) {
    super('A planned transfer would give more than was shown');
    this.more = more;
  }
}

/** Does what an event plans, in the transaction of the caller. */
async function carryOut(tx: Tx, services: Services, caller: Caller, event: LifeEvent): Promise<void> {
  const { assignments = [], managerId, roles = 'keep', reason } = event.payload;
  const state = (await employeeKind.read(tx, [event.employee_id], true)).get(event.employee_id);
  if (!state || state.fields['status'] === 'left') throw wrongState(String(state?.fields['status'] ?? 'deleted'));
  const options = { batchId: event.id, reason, source: 'job' as const };
  await doTransfer(tx, services, caller, { uid: event.employee_id, version: null, assignments, managerId, roles, options });
}

/** Runs the transfers whose day has come, each once, in a transaction that also says so: also those of days on which the server was down. */
export async function runDueTransfers(services: Services): Promise<void> {
  const { db } = services.database;
  const due = await db
    .selectFrom('employment_event')
    .select('id')
    .where('kind', '=', 'transfer')
    .where('state', '=', 'planned')
    .where('at', '<=', clock.now())
    .orderBy('at')
    .orderBy('id')
    .limit(500)
    .execute();
  for (const { id } of due) {
    try {
      await db.transaction().execute((tx) => runOne(tx, services, id));
    } catch (error) {
      if (!(await putAside(services, id, error))) services.log.error({ err: error, event: id }, 'A planned transfer could not be done');
    }
  }
}

async function runOne(tx: Tx, services: Services, id: string): Promise<void> {
  const event = await lockEvent(tx, id, ['planned']);
  // Another node was quicker, or it was cancelled.
  if (!event || event.at > clock.now()) return;
  const caller = systemCaller(word);
  const before = await standingOf(tx, services, event.employee_id);
  await carryOut(tx, services, caller, event);
  const shown = new Set(event.payload.gains);
  const more = gainsOf(before, await standingOf(tx, services, event.employee_id)).filter((gain) => !shown.has(gain));
  if (more.length > 0) throw new GivesMore(more.length);
  await endEvent(tx, services, id, { state: 'done', failure: null });
  await transferIsOver(tx, services, event.employee_id);
  const detail = { by: event.payload.byName, day: event.day };
  await writeAudit(tx, caller, { path: 'muc/employee/transfer', module: 'user-centre', code: 0, durationMs: 0, batchId: id, detail });
}

/** Lets an event wait for somebody; answers whether it was one of the reasons that people can settle. */
async function putAside(services: Services, id: string, error: unknown): Promise<boolean> {
  const trouble = error instanceof GivesMore ? null : failureOf(error);
  if (trouble === undefined) return false;
  await services.database.db.transaction().execute(async (tx) => {
    const event = await lockEvent(tx, id, ['planned']);
    if (!event) return;
    await changeEvent(tx, id, { state: error instanceof GivesMore ? 'waiting' : 'failed', failure: trouble });
    const person = await tx
      .selectFrom('employee')
      .select(['id', 'name', 'primary_department_id'])
      .where('id', '=', event.employee_id)
      .executeTakeFirstOrThrow();
    if (error instanceof GivesMore) await transferWaits(tx, services, person, error.more);
    else await transferFails(tx, services, person);
  });
  return true;
}

/** Approves a waiting transfer, or retries a refused one: by their own rights. Refuses with 10412 where there is none. */
export async function confirmTransfer(
  tx: Tx,
  services: Services,
  caller: Caller,
  employeeId: string,
): Promise<{ eventId: string; state: 'done' }> {
  await assertWritable(tx, caller, [employeeId]);
  const found = await openEvent(tx, employeeId, 'transfer', ['waiting', 'failed']);
  const event = found && (await lockEvent(tx, found.id, ['waiting', 'failed']));
  if (!event) throw wrongState('done');
  await carryOut(tx, services, caller, event);
  await endEvent(tx, services, event.id, { state: 'done', failure: null });
  await transferIsOver(tx, services, employeeId);
  return { eventId: event.id, state: 'done' };
}
