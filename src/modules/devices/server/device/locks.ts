import type { Selectable } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import type { DeviceState } from '../../common/device-words.ts';
import { matchEquipment } from '../register/match.ts';
import { queueCommand } from '../command/queue.ts';
import type { DeviceTable } from '../devices.table.ts';

type Device = Selectable<DeviceTable>;
type Parts = Pick<Services, 'now' | 'secrets' | 'terminals'>;

/** How a device comes to another state. */
interface Move {
  readonly to: DeviceState;
  readonly lockedBy?: 'administrator' | 'check' | 'owner' | null;
  readonly reason?: string;
  readonly before?: DeviceState | null;
}

async function move(tx: Db, { now }: Parts, device: Device, { to, lockedBy = null, reason = '', before = null }: Move): Promise<void> {
  await tx
    .updateTable('device')
    .set({ state: to, state_since: now(), state_before: before, locked_by: lockedBy, lock_reason: reason, updated_at: now() })
    .where('id', '=', device.id)
    .execute();
}

/** Locks a bound device: its sessions end at once, its key is withheld, and it is told. Answers whether it was one to be locked. */
export async function lockDevice(
  tx: Db,
  services: Parts,
  device: Device,
  of: { by: 'administrator' | 'check' | 'owner'; who: string | null; reason: string },
): Promise<boolean> {
  if (device.state !== 'bound') return false;
  await move(tx, services, device, { to: 'locked', lockedBy: of.by, reason: of.reason, before: 'bound' });
  await services.terminals?.endOfKeys(tx, [device.key_thumbprint]);
  await queueCommand(tx, services, { deviceId: device.id, kind: 'lockApp', params: { reason: of.reason }, by: of.who });
  return true;
}

/** Opens a locked device again. */
export async function unlockDevice(tx: Db, services: Parts, device: Device, who: string | null): Promise<boolean> {
  if (device.state !== 'locked') return false;
  await move(tx, services, device, { to: 'bound' });
  await queueCommand(tx, services, { deviceId: device.id, kind: 'unlockApp', by: who });
  return true;
}

/** Shuts a device out: it may check in, fetch commands and answer them, nothing else. */
export async function blockDevice(
  tx: Db,
  services: Parts,
  device: Device,
  of: { by: 'administrator' | 'check'; reason: string },
): Promise<boolean> {
  if (['blocked', 'eraseRequested', 'eraseFailed', 'erased', 'retired'].includes(device.state)) return false;
  await move(tx, services, device, {
    to: 'blocked',
    lockedBy: of.by === 'check' ? 'check' : 'administrator',
    reason: of.reason,
    before: device.state,
  });
  await services.terminals?.endOfKeys(tx, [device.key_thumbprint]);
  await queueCommand(tx, services, { deviceId: device.id, kind: 'signOut', params: { reason: of.reason }, by: null });
  return true;
}

/** Lets a blocked device in again: it is what it was before. */
export async function unblockDevice(tx: Db, services: Parts, device: Device): Promise<boolean> {
  if (device.state !== 'blocked') return false;
  await move(tx, services, device, { to: device.state_before ?? 'unbound' });
  return true;
}

/** Takes a device out of the lists; its key never opens anything again. */
export async function retireDevice(tx: Db, services: Parts, device: Device): Promise<boolean> {
  if (!['enrolled', 'unbound', 'erased', 'blocked'].includes(device.state)) return false;
  await move(tx, services, device, { to: 'retired', before: device.state });
  await matchEquipment(tx, { deviceIds: [device.id] });
  await services.terminals?.endOfKeys(tx, [device.key_thumbprint]);
  return true;
}
