import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { becomeBound } from './bind.ts';
import { notifyDecision } from './notices.ts';
import { unbind } from './unbind.ts';

/** What is decided about one binding. */
export interface Decision {
  readonly id: string;
  readonly action: 'approve' | 'reject' | 'setPrimary' | 'replace' | 'extend';
  readonly reason: string;
  readonly oldBindingId: string | undefined;
  readonly erase: 0 | 1 | undefined;
}

/** 0, or why not. */
interface Outcome {
  readonly code: number;
  readonly reason: string;
}

const done: Outcome = { code: 0, reason: '' };
const dayMillis = 86_400_000;

/** Decides on a request, once: of two who decide at the same time one wins, and the other is told who. */
export async function decideRequest(tx: Tx, call: Call, decision: Decision): Promise<Outcome> {
  const binding = await tx.selectFrom('device_binding').selectAll().where('id', '=', decision.id).forUpdate().executeTakeFirstOrThrow();
  if (decision.action === 'setPrimary') return setPrimary(tx, { ...binding });
  if (binding.state !== 'pending') {
    const by =
      binding.decided_by === null ? undefined : (await call.services.directory.people(tx, [binding.decided_by])).get(binding.decided_by);
    return { code: 18050, reason: by?.name ?? '' };
  }
  const now = call.services.now();
  if (decision.action === 'extend') {
    await tx
      .updateTable('device_binding')
      .set({ expires_at: now + 7 * dayMillis, updated_at: now })
      .where('id', '=', binding.id)
      .execute();
    return done;
  }
  const device = await tx.selectFrom('device').selectAll().where('id', '=', binding.device_id).forUpdate().executeTakeFirstOrThrow();
  const decided = { decided_by: call.caller.uid, decided_at: now, decision_reason: decision.reason, updated_at: now };
  if (decision.action === 'reject') {
    await tx
      .updateTable('device_binding')
      .set({ ...decided, state: 'rejected' })
      .where('id', '=', binding.id)
      .execute();
    await sql`update device set state = 'enrolled', state_since = ${now} where id = ${device.id}::uuid and state = 'pendingApproval'
      and not exists (select from device_binding b where b.device_id = device.id and b.state = 'pending')`.execute(tx);
    await call.services.terminals?.stageOfKey(tx, { uid: binding.employee_id, key: device.key_thumbprint }, 'enrol');
    await notifyDecision(tx, call.services, { uid: binding.employee_id, device, detail: `× ${decision.reason}` });
    return done;
  }
  // Closed meanwhile: it is not opened by an approval.
  if (['blocked', 'eraseRequested', 'eraseFailed', 'erased', 'retired'].includes(device.state))
    return { code: 18031, reason: device.state };
  // Who was at two places is never over the number: the old one goes first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${binding.employee_id}, 18))`.execute(tx);
  if (decision.action === 'replace') {
    const old = await oldOf(tx, binding.employee_id, decision.oldBindingId);
    if (old === undefined) return { code: 10404, reason: '' };
    await unbind(tx, call.services, {
      bindingIds: [old],
      by: 'replaced',
      who: call.caller,
      reason: decision.reason,
      erase: decision.erase === undefined ? undefined : decision.erase === 1,
    });
  }
  await tx
    .updateTable('device_binding')
    .set({ ...decided, state: 'bound', bound_at: now, last_used_at: now, expires_at: null })
    .where('id', '=', binding.id)
    .execute();
  await becomeBound(tx, call, device, binding.employee_id);
  await notifyDecision(tx, call.services, { uid: binding.employee_id, device, detail: '✓' });
  return done;
}

async function oldOf(tx: Tx, uid: string, id: string | undefined): Promise<string | undefined> {
  if (id === undefined) return undefined;
  const row = await tx
    .selectFrom('device_binding')
    .select('id')
    .where('id', '=', id)
    .where('employee_id', '=', uid)
    .where('state', '=', 'bound')
    .executeTakeFirst();
  return row?.id;
}

async function setPrimary(tx: Tx, { id, state, employee_id }: { id: string; state: string; employee_id: string }): Promise<Outcome> {
  if (state !== 'bound') return { code: 10412, reason: state };
  await sql`update device_binding set is_primary = (id = ${id}::uuid) where employee_id = ${employee_id}::uuid and state = 'bound'`.execute(
    tx,
  );
  return done;
}
