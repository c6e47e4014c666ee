import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { endBindings } from '../binding/end-bindings.ts';

type Parts = Pick<Services, 'now' | 'warnings' | 'licence'>;

/** Puts the state of an order together from those of its devices: the one that is least far. */
export async function settleOrder(tx: Db, orderId: string, now: number): Promise<void> {
  await sql`update erase_order o set updated_at = ${now}, version = version + 1, state = (select case
      when bool_or(i.state = 'awaitingApproval') then 'awaitingApproval'
      when bool_or(i.state = 'hold') then 'hold'
      when bool_or(i.state = 'failed') then 'failed'
      when bool_or(i.state = 'queued') then 'queued'
      when bool_or(i.state = 'delivered') then 'delivered'
      when bool_or(i.state in ('acknowledged', 'closedByHand', 'superseded')) then 'done'
      when bool_or(i.state = 'refused') then 'refused'
      when bool_or(i.state = 'expired') then 'expired' else 'cancelled' end from erase_item i where i.order_id = o.id)
    where o.id = ${orderId}::uuid`.execute(tx);
}

/** An erasure was handed to its device; after three times without an answer it counts as failed. */
export async function itemDelivered(
  tx: Db,
  { now, warnings }: Parts,
  { itemId, failed }: { itemId: string; failed: boolean },
): Promise<void> {
  const at = now();
  const item = await tx
    .updateTable('erase_item')
    .set({ state: failed ? 'failed' : 'delivered', updated_at: at, delivered_at: sql`coalesce(delivered_at, ${at})` })
    .where('id', '=', itemId)
    .where('state', 'in', ['queued', 'delivered', 'failed'])
    .returning(['order_id', 'device_id', 'device_name'])
    .executeTakeFirst();
  if (!item) return;
  if (failed) {
    await tx
      .updateTable('device')
      .set({ state: 'eraseFailed', state_since: at })
      .where('id', '=', item.device_id)
      .where('state', '=', 'eraseRequested')
      .execute();
    await warnings.raise(tx, { kind: 'device.eraseFailed', object: { kind: 'device', id: item.device_id, name: item.device_name } });
  }
  await settleOrder(tx, item.order_id, at);
}

/** A device said what became of its erasure: the state follows the device, also where somebody had stopped it meanwhile. */
export async function itemAcknowledged(
  tx: Db,
  { now, warnings, licence }: Parts,
  { itemId, done, tooLate, reason }: { itemId: string; done: boolean; tooLate: boolean; reason: string },
): Promise<void> {
  const at = now();
  const item = await tx
    .updateTable('erase_item')
    .set({
      state: done ? 'acknowledged' : 'failed',
      acknowledged_at: at,
      delivered_at: sql`coalesce(delivered_at, ${at})`,
      too_late: tooLate,
      closed_reason: reason,
      updated_at: at,
    })
    .where('id', '=', itemId)
    .returning(['order_id', 'device_id', 'device_name'])
    .executeTakeFirstOrThrow();
  const order = await tx.selectFrom('erase_order').select('app_id').where('id', '=', item.order_id).executeTakeFirstOrThrow();
  // What erases the data of one application leaves the device and its bindings as they are.
  if (order.app_id === null) {
    const state = done ? 'erased' : 'eraseFailed';
    await tx.updateTable('device').set({ state, state_since: at, push_token: null }).where('id', '=', item.device_id).execute();
    if (done) await endBindings(tx, { deviceId: item.device_id, by: 'erase', who: null, reason: '', now: at, licence });
  }
  if (done) await warnings.clear(tx, 'device.eraseFailed', item.device_id);
  else await warnings.raise(tx, { kind: 'device.eraseFailed', object: { kind: 'device', id: item.device_id, name: item.device_name } });
  await settleOrder(tx, item.order_id, at);
}
