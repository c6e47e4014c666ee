import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, ids } from '#kit/common/schema.ts';
import { ipGroup } from '#modules/address-groups/common/ip-group.contract.ts';
import { addressGroupPage } from '#modules/address-groups/common/permissions.ts';
import {
  bindRulePage,
  bindingWhitePage,
  deviceManagement,
  deviceSafety,
  loginWhitePage,
  ruleDeptPage,
  ruleUserPage,
} from './permissions.ts';
import { bindRule, memberKinds } from './rule.contract.ts';
import { bindConfigUpdate, whiteSwitchUpdate } from './settings.contract.ts';

/** What may be tried: a rule, its members, a switch of the white lists, the settings of binding, a group of addresses or its rows. */
export const impactKinds = ['rule', 'members', 'switch', 'config', 'ipGroup', 'ipRows'] as const;

const settings = [deviceManagement.button.settings, deviceSafety.button.settings] as const;

/** Who would be refused by a change before it is made: the one rule is asked about every bound device, as it stands and as it would. */
export const bindImpact = endpoint({
  method: 'POST',
  reads: true,
  path: 'device/bind/impact',
  access: {
    anyOf: [
      bindRulePage.button.update,
      ruleUserPage.button.assign,
      ruleDeptPage.button.assign,
      bindingWhitePage.button.switch,
      loginWhitePage.button.switch,
      ...settings,
      addressGroupPage.button.updateGroup,
      addressGroupPage.button.enable,
    ],
  },
  permitMore: 'the right to the very change that is tried',
  scope: 'site',
  input: z.strictObject({
    kind: z.enum(impactKinds),
    rule: bindRule.update.input.optional(),
    members: z
      .strictObject({
        ruleId: id(),
        kind: z.enum(memberKinds),
        add: z.array(id()).max(500).default([]),
        remove: z.array(id()).max(500).default([]),
      })
      .optional(),
    switch: whiteSwitchUpdate.input.optional(),
    config: bindConfigUpdate.input.optional(),
    ipGroup: ipGroup.update.input.optional(),
    ipRows: z.strictObject({ ids: ids(), status: z.literal([1, 0]) }).optional(),
  }),
  errors: [18070],
  reply: z.object({
    people: z.int(),
    devices: z.int(),
    locked: z.int(),
    opened: z.int(),
    unbound: z.int(),
    byStep: z.array(z.object({ step: z.int(), devices: z.int() })),
    sample: z.array(
      z.object({ empId: id(), name: z.string(), deviceId: id(), deviceName: z.string(), code: z.int(), reason: z.string(), step: z.int() }),
    ),
    estimated: z.boolean(),
  }),
  summary: 'Whom a change would refuse, lock, unbind or let in again',
});
