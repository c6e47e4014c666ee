import type { RoleConfig as DeviceConfig } from '#modules/devices/server/public.ts';
import type { RoleConfig } from '../../common/config-groups.ts';

const modes = { auto: 'auto', approve: 'approval', registered: 'whitelistOnly' } as const;

/** The settings of a person as the devices know them: flags as yes and no; a value that is not set is left out. */
export function deviceConfigOf({ bind, unbind, signUnlock }: RoleConfig): DeviceConfig {
  return {
    ...(bind && {
      bind: {
        mode: modes[bind.mode],
        maxPhones: bind.maxDevices.phone,
        maxTablets: bind.maxDevices.tablet,
        maxComputers: bind.maxDevices.computer,
        requireHardwareKey: bind.requireHardwareKey === 1,
        privateDevices: bind.privateDevices === 1,
      },
    }),
    ...(unbind && {
      unbind: {
        selfUnbind: unbind.selfUnbind === 1,
        needsApproval: unbind.needsApproval === 1,
        coolDownHours: unbind.coolDownHours,
        ...(unbind.eraseOnUnbind !== null && { eraseOnUnbind: unbind.eraseOnUnbind === 1 }),
      },
    }),
    ...(signUnlock && {
      signUnlock: {
        signUnlockEnabled: signUnlock.signUnlockEnabled === 1,
        kinds: signUnlock.kinds,
        lockAfterMinutes: signUnlock.lockAfterMinutes,
        maxFailures: signUnlock.maxFailures,
      },
    }),
  };
}
