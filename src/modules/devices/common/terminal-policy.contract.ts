import { bool, integer } from '#kit/common/crud/fields.ts';
import { settingContract } from '#kit/common/setting/setting-contract.ts';
import { deviceManagement, deviceSafety } from './permissions.ts';

const codes = [deviceManagement.button.settings, deviceSafety.button.settings] as const;

/** What holds for sessions of all terminals; whoever lets them live shorter confirms the password, and those that are over by that end. */
export const terminalPolicySetting = settingContract({
  module: 'devices',
  kind: 'terminalPolicy',
  path: 'terminal/policy',
  access: { read: codes, write: codes },
  answers: 'stamps',
  summary: {
    get: 'How long sessions of terminals live, and by which ways beside the password people sign in at them',
    update: 'Changes how long sessions of terminals live, and by which ways beside the password people sign in at them',
  },
  fields: {
    /** Life of an access token. */
    accessMinutes: integer(10, 1440),
    /** Days without a renewal after which a session is over. */
    refreshDays: integer(1, 90),
    /** Days after which a session is over in any case. */
    refreshWholeDays: integer(1, 365),
    /** Whether a phone may let a terminal in that shows a code. */
    qrLogin: bool(),
    /** Whether a browser of the system may let a terminal in. */
    browserLogin: bool(),
  },
});

/** Reads and changes what holds for sessions of all terminals. */
export const { get: terminalPolicyGet, update: terminalPolicyUpdate } = terminalPolicySetting;
