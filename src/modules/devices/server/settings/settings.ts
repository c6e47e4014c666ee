import { settingServer, type SettingServerDraft } from '#kit/server/setting/setting-server.ts';
import { deviceManagement } from '../../common/permissions.ts';
import { bindSetting, eraseSetting, gestureSetting, whiteSwitch } from '../../common/settings.contract.ts';
import { impactOfWrite } from '../rule/impact.ts';
import { policyChanged } from '../rule/policy.ts';

/** Every change of settings of devices is policy, and says beforehand whom it shuts out. */
const policy: Pick<SettingServerDraft, 'written' | 'impact'> = {
  written: policyChanged,
  impact: (tx, change, kind) => impactOfWrite(tx, kind, change),
};

/** The settings of binding. */
export const bindSettings = settingServer(bindSetting, { table: 'bind_config', name: 'enabled', ...policy });
/** How terminals are unlocked. */
export const gestureSettings = settingServer(gestureSetting, { table: 'gesture_config', name: 'enabled', ...policy });
/** Whether unbinding also erases. */
export const eraseSettings = settingServer(eraseSetting, { table: 'unbind_erase', name: 'value', ...policy });
/** Which white lists are on. */
export const whiteSwitches = settingServer(whiteSwitch, {
  table: 'white_list_switch',
  name: 'binding',
  codes: { read: deviceManagement.button.settings, revert: deviceManagement.button.settings },
  ...policy,
});
