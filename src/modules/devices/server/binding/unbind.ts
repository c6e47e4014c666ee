import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import type { UnbindCause } from '../../common/device-words.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { heldDevices } from '../erase/holds.ts';
import { orderErase } from '../erase/order-erase.ts';
import { matchEquipment } from '../register/match.ts';
import { endBindings, type Ended } from './end-bindings.ts';

/** What is unbound, by whom, and whether the company's data goes too. */
export interface Unbinding {
  readonly bindingIds: readonly string[];
  readonly by: UnbindCause;
  readonly who: { readonly uid: string; readonly name: string } | null;
  readonly reason: string;
  /** Left out: as the setting says. */
  readonly erase?: boolean | undefined;
}

/** Whether unbinding also erases, as the setting says. */
export async function erasesOnUnbind(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ value: number }>`select value from unbind_erase`.execute(tx);
  return rows[0]?.value === 1;
}

/** Ends bindings: sessions on these devices end, a device without people is unbound, and is told to erase where that was requested. */
export async function unbind(
  tx: Tx,
  services: Pick<Services, 'now' | 'terminals' | 'secrets' | 'licence'>,
  { bindingIds, by, who, reason, erase }: Unbinding,
): Promise<{ ended: Ended[]; eraseOrderId: string | null }> {
  const now = services.now();
  const ended = await endBindings(tx, { bindingIds, by, who: who?.uid ?? null, reason, now, licence: services.licence });
  const free: string[] = [];
  for (const { device_id, employee_id } of ended) {
    const device = await tx
      .selectFrom('device')
      .select(['key_thumbprint', 'state'])
      .where('id', '=', device_id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await services.terminals?.endOfKeys(tx, [device.key_thumbprint], employee_id);
    const left = await tx
      .selectFrom('device_binding')
      .select('id')
      .where('device_id', '=', device_id)
      .where('state', '=', 'bound')
      .limit(1)
      .executeTakeFirst();
    if (left) continue;
    if (['bound', 'pendingApproval', 'locked'].includes(device.state))
      await tx
        .updateTable('device')
        .set({ state: device.state === 'pendingApproval' ? 'enrolled' : 'unbound', state_since: now, updated_at: now })
        .where('id', '=', device_id)
        .execute();
    if (device.state !== 'pendingApproval') free.push(device_id);
    // Another device may be what this one was of the register.
    await matchEquipment(tx, { deviceIds: [device_id] });
  }
  const wanted = erase ?? (await erasesOnUnbind(tx));
  if (!wanted || free.length === 0) return { ended, eraseOrderId: null };
  const held = await heldDevices(tx, free);
  // Who asks for it outright is told; what follows by itself spares what is held.
  if (held.size > 0 && erase === true && by === 'administrator') throw new Refusal(18045);
  const deviceIds = free.filter((id) => !held.has(id));
  if (deviceIds.length === 0) return { ended, eraseOrderId: null };
  const eraseOrderId = await orderErase(tx, services, {
    deviceIds,
    scope: 'eraseApp',
    appId: null,
    reason,
    origin: by === 'leave' ? 'leave' : 'unbind',
    by: who,
    hold: by === 'administrator',
    approval: false,
    shown: [],
  });
  return { ended, eraseOrderId };
}
