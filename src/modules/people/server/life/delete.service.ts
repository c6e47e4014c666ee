import type { Caller } from '#kit/server/caller.ts';
import type { State } from '#kit/server/change/kind.ts';
import { directRoles } from '#kit/server/access/role.holdings.ts';
import type { HandOver } from '#kit/server/holdings.ts';
import { wrongState } from '#kit/server/refusal.ts';
import type { Services, Tx } from '#kit/server/services.ts';
import { clock } from '#platform/clock.ts';
import { assertMayRemove, removeEmployees } from '../employee/employee.service.ts';
import { actingFor } from './acting.ts';
import { choiceOf, holdingsInOrder, leaving } from './checklist.ts';
import { addEvent, cancelEvents, endEvent, openEvent } from './events.ts';
import { assertWritable } from './leave.service.ts';
import type { KeptStep } from './life.table.ts';

interface Removal {
  ids: readonly string[];
  reason?: string | undefined;
}

/**
 * Puts people into the recycle bin who are not active any more. Who has not left does so first, in the same transaction and with what is
 * done where nobody chose: nobody in the bin holds anything. Refuses with 10412 for who is active (or about to leave), 12024, 12027, 12131,
 * and with what refuses to be let go.
 */
export async function deleteEmployees(tx: Tx, services: Services, caller: Caller, { ids, reason }: Removal): Promise<number> {
  await assertMayRemove(tx, caller, ids);
  const states = await assertWritable(tx, caller, ids);
  if (states.some(({ fields }) => fields['status'] === 'active')) throw wrongState('active');
  for (const state of states)
    if (state.fields['status'] !== 'left') await leaveFirst(tx, services, caller, { state, reason: reason ?? null });
  return removeEmployees(tx, caller, { ids, reason });
}

async function leaveFirst(
  tx: Tx,
  services: Services,
  caller: Caller,
  { state, reason }: { state: State; reason: string | null },
): Promise<void> {
  const uid = state.id;
  const running = await openEvent(tx, uid, 'leave', ['running']);
  if (running) throw wrongState(running.state);
  for (const kind of ['leave', 'transfer'] as const) await cancelEvents(tx, services, { ids: [uid], kind });
  const formerRoles = (await directRoles(tx, uid)).map(({ id, name, until }) => ({ id, name, until }));
  // Everything is of one batch with the deletion, so that undoing gives all of it back.
  const { touch, batch, note } = caller;
  const acting = { ...actingFor(caller, 'employee.leave'), touch, batch, note };
  const request: Omit<HandOver, 'choice'> = { uid, successorId: null, caller: acting, services, options: { reason } };
  const checklist: KeptStep[] = [];
  for (const holding of [...holdingsInOrder(services), leaving(null)]) {
    const count = (await holding.count(tx, [uid])).get(uid) ?? 0;
    const choice = choiceOf(holding, {});
    const reached = count === 0 ? 0 : await holding.apply(tx, { ...request, choice });
    checklist.push({ kind: holding.kind, choice, count, state: 'done', reached, trouble: null, at: clock.now() });
  }
  const payload = { reason, byName: caller.name, choices: [], successorId: null, formerRoles };
  const eventId = await addEvent(tx, caller, { employeeId: uid, kind: 'leave', at: clock.now(), day: null, state: 'running', payload });
  await endEvent(tx, services, eventId, { state: 'done', checklist });
}
