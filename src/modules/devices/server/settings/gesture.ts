import type { Tx } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { roleConfigOf } from '../role-config.ts';
import { gestureSettings } from './settings.ts';

/** How a person unlocks their terminals: the setting, narrowed by their device roles. */
export async function gestureFor(tx: Tx, services: Pick<Services, 'database'>, uid: string | undefined): Promise<Record<string, unknown>> {
  const {
    id: _id,
    version: _version,
    createdAt: _at,
    createdBy: _by,
    updatedAt: _changedAt,
    updatedBy: _changedBy,
    ...gesture
  } = await gestureSettings.read(tx);
  const { signUnlock: role } = uid === undefined ? {} : await roleConfigOf(services).read(tx, uid);
  if (!role) return gesture;
  return {
    ...gesture,
    enabled: role.signUnlockEnabled === true ? 1 : gesture.enabled,
    kinds: role.kinds ? gesture.kinds.filter((kind) => role.kinds!.includes(kind)) : gesture.kinds,
    lockAfterMinutes: Math.min(gesture.lockAfterMinutes, role.lockAfterMinutes ?? Infinity),
    maxFailures: Math.min(gesture.maxFailures, role.maxFailures ?? Infinity),
  };
}
