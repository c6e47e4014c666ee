import type { Kind } from '#kit/server/change/kind.ts';
import { siteKind } from '#kit/server/change/site-kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import { bindConfigFields, gestureFields, whiteSwitchFields } from '../../common/settings.contract.ts';
import { deviceManagement } from '../../common/permissions.ts';
import { impactOfWrite } from '../rule/impact.ts';
import { policyChanged } from '../rule/policy.ts';

/** Ids of the settings, of which there is one each. */
export const settingIds = {
  bindConfig: '00000000-0000-7000-8000-0000000d0010',
  gestureConfig: '00000000-0000-7000-8000-0000000d0011',
  unbindErase: '00000000-0000-7000-8000-0000000d0012',
  whiteSwitch: '00000000-0000-7000-8000-0000000d0013',
} as const;

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function settingKind(kind: string, table: string, names: readonly string[]): Kind {
  const { settings } = deviceManagement.button;
  const base = siteKind(
    tableKind({
      kind,
      module: 'devices',
      codes: { read: settings, revert: settings },
      table,
      name: names[0]!,
      fields: Object.fromEntries(
        names.map((name) => [name, { column: snake(name), ...(name === 'approvers' && { refers: 'employee' as const }) }]),
      ),
    }),
  );
  const write: Kind['write'] = async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    await policyChanged(tx);
  };
  return { ...base, write, impact: (tx, caller, operations) => impactOfWrite(tx, { write }, { caller, operations }) };
}

/** The settings of binding. */
export const bindConfigKind = settingKind('bindConfig', 'bind_config', Object.keys(bindConfigFields));
/** How terminals are unlocked. */
export const gestureConfigKind = settingKind('gestureConfig', 'gesture_config', Object.keys(gestureFields));
/** Whether unbinding also erases. */
export const unbindEraseKind = settingKind('unbindErase', 'unbind_erase', ['value']);
/** Which white lists are on. */
export const whiteSwitchKind = settingKind('whiteListSwitch', 'white_list_switch', Object.keys(whiteSwitchFields));
