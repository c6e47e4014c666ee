import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { stamps, version } from '#kit/common/schema.ts';
import { deviceManagement, deviceSafety } from './permissions.ts';

const codes = [deviceManagement.button.settings, deviceSafety.button.settings] as const;

/** Fields of what holds for sessions of all terminals. */
export const terminalPolicyFields = {
  /** Life of an access token. */
  accessMinutes: z.int().min(10).max(1440),
  /** Days without a renewal after which a session is over. */
  refreshDays: z.int().min(1).max(90),
  /** Days after which a session is over in any case. */
  refreshWholeDays: z.int().min(1).max(365),
  qrLogin: z.boolean(),
  browserLogin: z.boolean(),
};
const policy = z.object({ ...stamps, ...terminalPolicyFields });
const { accessMinutes, refreshDays, refreshWholeDays, qrLogin, browserLogin } = terminalPolicyFields;

/** What holds for sessions of all terminals. */
export const terminalPolicyGet = endpoint({
  method: 'GET',
  path: 'terminal/policy/get',
  access: { anyOf: codes },
  scope: 'none',
  input: z.object({}),
  reply: policy,
  summary: 'How long sessions of terminals live, and by which ways beside the password people sign in at them',
});
/** Changes that; whoever lets sessions live shorter confirms the password, and those that are over by that end. */
export const terminalPolicyUpdate = endpoint({
  method: 'POST',
  path: 'terminal/policy/update',
  access: { anyOf: codes },
  scope: 'site',
  audit: 'terminalPolicy.update',
  dryRun: true,
  input: z.strictObject({
    version: version(),
    accessMinutes: accessMinutes.optional(),
    refreshDays: refreshDays.optional(),
    refreshWholeDays: refreshWholeDays.optional(),
    qrLogin: qrLogin.optional(),
    browserLogin: browserLogin.optional(),
  }),
  reply: policy,
  summary: 'Changes how long sessions of terminals live, and by which ways beside the password people sign in at them',
});
