import { z } from 'zod';
import { platformNumber } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { addressPart, signInPolicy } from '#kit/common/session/sign-in-policy.ts';
import { codeText, id, time, version } from '#kit/common/schema.ts';
import { guardView } from './auth-setting.contract.ts';
import { loginAuthentication as page } from './permissions.ts';

/** What an administrator changes: the version that was read, and the changed parts, each whole. */
export const authenticateChange = z.strictObject({ version: version(), ...signInPolicy.partial().shape });

const { session } = signInPolicy.shape;

/** The policy as it is in force. Lives may lie outside of what can be entered where they come from the settings of the server. */
export const authenticateView = z.object({
  id: id(),
  version: version(),
  ...signInPolicy.shape,
  session: session.extend({ idleMinutes: z.int(), wholeHours: z.int(), perPerson: z.int() }),
  /** Codes of the open ways in the order of the login page; changed by the order of the ways. */
  loginKinds: z.array(codeText()),
  /** In which days and hours of rules are meant. */
  timeZone: z.string(),
  guard: guardView.nullable(),
});
export type AuthenticateView = z.output<typeof authenticateView>;

/** The policy of signing in. */
export const getAuthenticate = endpoint({
  method: 'GET',
  path: 'sysConsole/getAuthenticate',
  access: { code: page.code },
  scope: 'none',
  input: z.object({}),
  reply: authenticateView,
  summary: 'The policy of signing in',
});

/** Changes parts of the policy. Sessions, factors and address rules hold for five minutes unless they are confirmed; a rule that keeps out who makes it is 11050. */
export const updateAuthenticate = endpoint({
  method: 'POST',
  path: 'sysConsole/updateAuthenticate',
  access: { code: page.button.savePolicy },
  scope: 'none',
  stepUp: true,
  audit: 'authenticate.update',
  waits: true,
  errors: [11050, 11051],
  input: authenticateChange,
  reply: authenticateView.extend({ guardId: id().nullable(), confirmBefore: time().nullable() }),
  summary: 'Changes the policy of signing in',
});

/** Which rule would decide: for somebody, from somewhere, at some time; by the rules in force or by others. */
export const addressRuleSimulate = endpoint({
  method: 'POST',
  path: 'sys/addressRule/simulate',
  access: { code: page.button.testAddress },
  scope: 'employee',
  reads: true,
  errors: [11051],
  input: z.strictObject({
    /** Oneself unless said. */
    empId: id().optional(),
    address: z.union([z.ipv4(), z.ipv6()]),
    at: time().optional(),
    /** With which terminal; without one by a browser. */
    terminal: z.strictObject({ platform: platformNumber(), enrolled: z.boolean(), bound: z.boolean(), compliant: z.boolean() }).optional(),
    rules: addressPart.optional(),
  }),
  reply: z.object({
    /** Number of the rule that decides, from 1; null where none fits. */
    rule: z.int().nullable(),
    action: z.enum(['allow', 'deny', 'factor']),
    name: z.string(),
  }),
  summary: 'Which address rule would decide',
});
