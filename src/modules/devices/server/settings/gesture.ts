import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { roleConfigOf } from '../role-config.ts';

interface Gesture {
  enabled: number;
  kinds: string[];
  minPoints: number;
  pinLength: number;
  trackVisible: number;
  maxFailures: number;
  onFailure: string;
  lockAfterMinutes: number;
  biometricDays: number;
  resetBy: string;
}

/** How a person unlocks their terminals: the setting, narrowed by their device roles. */
export async function gestureFor(tx: Tx, services: Pick<Services, 'database'>, uid: string | undefined): Promise<Record<string, unknown>> {
  const { rows } =
    await sql<Gesture>`select enabled, kinds, min_points as "minPoints", pin_length as "pinLength", track_visible as "trackVisible",
    max_failures as "maxFailures", on_failure as "onFailure", lock_after_minutes as "lockAfterMinutes", biometric_days as "biometricDays", reset_by as "resetBy"
    from gesture_config`.execute(tx);
  const gesture = rows[0]!;
  const { signUnlock: role } = uid === undefined ? {} : await roleConfigOf(services).read(tx, uid);
  if (!role) return { ...gesture };
  return {
    ...gesture,
    enabled: role.signUnlockEnabled === true ? 1 : gesture.enabled,
    kinds: role.kinds ? gesture.kinds.filter((kind) => role.kinds!.includes(kind)) : gesture.kinds,
    lockAfterMinutes: Math.min(gesture.lockAfterMinutes, role.lockAfterMinutes ?? Infinity),
    maxFailures: Math.min(gesture.maxFailures, role.maxFailures ?? Infinity),
  };
}
