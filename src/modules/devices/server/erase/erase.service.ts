import { sql } from 'kysely';
import { lockOrder } from '#kit/server/change/lock-order.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { notFound, outOfRange, Refusal, wrongState } from '#kit/server/refusal.ts';
import type { ErasePreviewRow } from '../../common/erase.contract.ts';
import { assertDevices, deviceSeen } from '../device/device-range.ts';
import { heldDevices } from './holds.ts';
import { lastDevices } from './last-device.ts';
import { holdMillis, orderErase } from './order-erase.ts';
import { needsApproval, previewHash, typedFor } from './preview.ts';
import { settleOrder } from './progress.ts';

const mostAnHour = 100;
const hourMillis = 3_600_000;

/** Orders what was shown: once, within five minutes, by who looked at it. */
export async function addErase(
  call: Call,
  request: { previewToken: string; reason: string; typed: string },
  origin: 'administrator' | 'application',
) {
  const { caller, services } = call;
  const range = caller.scope();
  return call.write(async (tx) => {
    const preview = await tx
      .deleteFrom('erase_preview')
      .where('hash', '=', previewHash(request.previewToken))
      .where('asked_by', '=', caller.uid)
      .where('until', '>', services.now())
      .returningAll()
      .executeTakeFirst();
    if (!preview || (preview.app_id !== null) !== (origin === 'application')) throw new Refusal(18040);
    const ids = preview.device_ids;
    const shown = (preview.shown as ErasePreviewRow[]).filter(({ deviceId }) => ids.includes(deviceId));
    if (ids.length === 0) {
      const refused = (preview.shown as ErasePreviewRow[]).find((one) => one.refused > 0)?.refused;
      throw refused === 18045 || refused === 18047 ? new Refusal(refused) : new Refusal(18042, { scope: preview.scope, reason: '' });
    }
    if (request.typed.trim() !== typedFor(shown)) throw new Refusal(18043, {}, { field: 'typed' });
    await assertDevices(tx, range, ids, 'change');
    await assertFree(tx, ids, preview.app_id);
    if ((await heldDevices(tx, ids)).size > 0) throw new Refusal(18045);
    if (preview.app_id === null) await assertNotLast(tx, ids);
    await assertPace(tx, caller.uid, ids.length, services.now());
    const id = await orderErase(tx, services, {
      deviceIds: ids,
      scope: preview.scope,
      appId: preview.app_id,
      reason: request.reason,
      origin,
      by: caller,
      hold: true,
      approval: needsApproval(preview.scope, shown),
      shown,
    });
    caller.note({ reason: request.reason, scope: preview.scope, ...(preview.app_id !== null && { appId: preview.app_id }) });
    for (const { deviceId, name } of shown) caller.touch({ kind: 'device', id: deviceId, name });
    const order = await tx.selectFrom('erase_order').select(['state', 'hold_until']).where('id', '=', id).executeTakeFirstOrThrow();
    return { id, holdUntil: order.hold_until, state: order.state };
  });
}

async function assertFree(tx: Tx, ids: readonly string[], appId: string | null): Promise<void> {
  const { rows } = await sql`select from erase_item i join erase_order o on o.id = i.order_id where i.device_id = any(${ids}::uuid[])
    and i.state in ('awaitingApproval', 'hold', 'queued', 'delivered', 'failed') and o.app_id is not distinct from ${appId} limit 1`.execute(
    tx,
  );
  if (rows.length > 0) throw new Refusal(18044);
}

/** Two orders at once for the last two devices go one after the other, so that one of them stays. */
async function assertNotLast(tx: Tx, ids: readonly string[]): Promise<void> {
  await lockOrder(tx, 'erase_order');
  if ((await lastDevices(tx, ids)).size > 0) throw new Refusal(18047);
}

async function assertPace(tx: Tx, uid: string, more: number, now: number): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from erase_item i join erase_order o on o.id = i.order_id
    where o.asked_by = ${uid} and o.asked_at > ${now - hourMillis}`.execute(tx);
  if (Number(rows[0]?.n ?? 0) + more > mostAnHour) throw new Refusal(18041, { n: mostAnHour }, { n: mostAnHour });
}

/** Locks an order of which every device lies in the range, and answers it with its devices. */
async function lockOrderOf(tx: Tx, call: Call, id: string) {
  const range = call.caller.scope();
  const order = await tx.selectFrom('erase_order').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!order) throw range.all ? notFound() : outOfRange();
  const items = await tx.selectFrom('erase_item').selectAll().where('order_id', '=', id).orderBy('id').forUpdate().execute();
  const { rows } = await sql<{
    id: string;
  }>`select dv.id from device dv where dv.id = any(${items.map(({ device_id }) => device_id)}::uuid[]) and ${deviceSeen(range)}`.execute(
    tx,
  );
  const seen = new Set(rows.map((row) => row.id));
  if (items.some(({ device_id }) => !seen.has(device_id))) throw outOfRange();
  for (const { device_id, device_name } of items) call.caller.touch({ kind: 'device', id: device_id, name: device_name });
  return { order, items };
}

interface OnItems {
  id: string;
  itemIds?: string[] | undefined;
  reason?: string | undefined;
}

/** A second person agrees, or refuses: then it runs by itself, after its minute. */
export async function approveErase(call: Call, { id, agree, reason }: { id: string; agree: boolean; reason?: string | undefined }) {
  const { caller, services } = call;
  return call.write(async (tx) => {
    const { order } = await lockOrderOf(tx, call, id);
    if (order.state !== 'awaitingApproval') throw wrongState(order.state);
    // Who asked never agrees.
    if (order.asked_by === caller.uid) throw wrongState('own');
    const now = services.now();
    await tx
      .updateTable('erase_order')
      .set({ approved_by: caller.uid, approved_name: caller.name, approved_at: now, hold_until: now + holdMillis })
      .where('id', '=', id)
      .execute();
    const state = agree ? ('hold' as const) : ('refused' as const);
    await tx
      .updateTable('erase_item')
      .set({ state, closed_reason: reason ?? '', updated_at: now })
      .where('order_id', '=', id)
      .where('state', '=', 'awaitingApproval')
      .execute();
    await settleOrder(tx, id, now);
    return { state };
  });
}

/** Thrown where everything was handed out already. */
class Delivered extends Error {
  readonly commandIds: readonly string[];
  constructor(commandIds: readonly string[]) {
    super('delivered');
    this.commandIds = commandIds;
  }
}

/** Stops what was not delivered yet. What was is marked, so that an answer that comes all the same is known to be too late. */
export async function cancelErase(call: Call, request: OnItems) {
  try {
    return await cancelOpen(call, request);
  } catch (error) {
    if (!(error instanceof Delivered)) throw error;
    // The call is refused; the mark stays.
    await call.db
      .updateTable('device_command')
      .set({ state: 'cancelSent' })
      .where('id', 'in', [...error.commandIds])
      .where('state', '=', 'delivered')
      .execute();
    throw new Refusal(18046);
  }
}

/** A key that was destroyed stays destroyed: the person signs in and loads again. */
function cancelOpen(call: Call, { id, itemIds, reason }: OnItems) {
  return call.write(async (tx) => {
    const { items } = await lockOrderOf(tx, call, id);
    const chosen = items.filter((item) => !itemIds || itemIds.includes(item.id));
    if (chosen.length > 0 && chosen.every(({ state }) => state === 'delivered'))
      throw new Delivered(chosen.flatMap(({ command_id }) => command_id ?? []));
    const now = call.services.now();
    let count = 0;
    for (const item of chosen) {
      if (!['awaitingApproval', 'hold', 'queued'].includes(item.state)) continue;
      await tx
        .updateTable('erase_item')
        .set({ state: 'cancelled', closed_reason: reason ?? '', updated_at: now })
        .where('id', '=', item.id)
        .execute();
      if (item.command_id) await tx.updateTable('device_command').set({ state: 'cancelled' }).where('id', '=', item.command_id).execute();
      await sql`update device set state = case when exists (select from device_binding b where b.device_id = device.id and b.state = 'bound') then 'bound' else 'unbound' end,
        state_since = ${now} where id = ${item.device_id}::uuid and state in ('eraseRequested', 'eraseFailed')`.execute(tx);
      if (item.state === 'queued')
        await tx.deleteFrom('device_data_key').where('device_id', '=', item.device_id).where('destroyed_at', 'is not', null).execute();
      count += 1;
    }
    await settleOrder(tx, id, now);
    return { count };
  });
}

/** Sends what failed again, under the same command. */
export async function retryErase(call: Call, { id, itemIds }: OnItems) {
  return call.write(async (tx) => {
    const { items } = await lockOrderOf(tx, call, id);
    const now = call.services.now();
    let count = 0;
    for (const item of items) {
      if (item.state !== 'failed' || item.command_id === null || (itemIds && !itemIds.includes(item.id))) continue;
      await tx
        .updateTable('device_command')
        .set({ state: 'queued', deliveries: 0, ack_at: null, ack_jws: null })
        .where('id', '=', item.command_id)
        .execute();
      await tx
        .updateTable('erase_item')
        .set({ state: 'queued', acknowledged_at: null, updated_at: now })
        .where('id', '=', item.id)
        .execute();
      await tx
        .updateTable('device')
        .set({ state: 'eraseRequested', state_since: now })
        .where('id', '=', item.device_id)
        .where('state', '=', 'eraseFailed')
        .execute();
      count += 1;
    }
    await settleOrder(tx, id, now);
    return { count };
  });
}

/** Nobody will answer any more: closed, with the reason of who says so. */
export async function closeErase(call: Call, { id, itemIds, reason }: OnItems) {
  return call.write(async (tx) => {
    const { items } = await lockOrderOf(tx, call, id);
    const now = call.services.now();
    call.caller.note({ reason: reason ?? '' });
    let count = 0;
    for (const item of items) {
      if (!['queued', 'delivered', 'failed'].includes(item.state) || (itemIds && !itemIds.includes(item.id))) continue;
      await tx
        .updateTable('erase_item')
        .set({ state: 'closedByHand', closed_reason: reason ?? '', updated_at: now })
        .where('id', '=', item.id)
        .execute();
      await tx
        .updateTable('device')
        .set({ state: 'erased', state_since: now })
        .where('id', '=', item.device_id)
        .where('state', 'in', ['eraseRequested', 'eraseFailed'])
        .execute();
      await call.services.warnings.clear(tx, 'device.eraseFailed', item.device_id);
      count += 1;
    }
    await settleOrder(tx, id, now);
    return { count };
  });
}

/** An order that stood open when a backup was restored still holds. */
export async function confirmErase(call: Call, { id }: { id: string }) {
  return call.write(async (tx) => {
    const { order } = await lockOrderOf(tx, call, id);
    if (!['awaitingApproval', 'hold', 'queued', 'delivered', 'failed'].includes(order.state)) throw wrongState(order.state);
    await tx.updateTable('erase_order').set({ confirmed_at: call.services.now() }).where('id', '=', id).execute();
    return { count: 1 };
  });
}
