import { z } from 'zod';
import { platformNumber, platforms } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow } from '#kit/common/crud/crud-types.ts';
import { bool, choice, integer, place, text, value } from '#kit/common/crud/fields.ts';
import { id, searchText, time } from '#kit/common/schema.ts';
import { bindModes, hours, networks, ruleCheck, whenFullChoices } from './device-words.ts';
import { bindRulePage, deviceManagement, ruleDeptPage, ruleUserPage } from './permissions.ts';

/** The rule that holds for whom no other one does. */
export const everyoneRuleId = '00000000-0000-7000-8000-0000000d0001';
/** Kinds of members of a rule. */
export const memberKinds = ['employee', 'department', 'crowd'] as const;

const platformList = z.array(platformNumber()).min(1).max(5);

const declared = crudContract({
  module: 'devices',
  kind: 'bindRule',
  path: 'device/bind/rule',
  title: { zh_CN: '绑定规则', en_US: 'Bind rule', ja_JP: 'バインドルール' },
  page: bindRulePage,
  scope: { read: 'none', write: 'site' },
  also: ['reorder'],
  fields: {
    name: text(100).unique().searched(),
    priority: place(),
    builtIn: bool().default(false).readOnly(),
    mode: choice(bindModes).default('auto').filtered(),
    platforms: value(platformList).default([...platforms]),
    maxPhones: integer(0, 20).default(2),
    maxTablets: integer(0, 20).default(1),
    maxComputers: integer(0, 20).default(2),
    maxPeople: integer(1, 50).default(1),
    whenFull: choice(whenFullChoices).default('refuse'),
    pendingDays: integer(1, 30).default(7),
    unusedDays: integer(0, 730).default(0),
    selfUnbind: bool().default(true),
    coolDownHours: integer(0, 720).default(0),
    rebindPerMonth: integer(0, 30).default(3),
    offlineDays: integer(1, 90).default(14),
    requireHardwareKey: bool().default(false),
    checks: value(z.array(ruleCheck).max(30)).default([]),
    bindNetworks: value(networks).nullable().example({ inside: true, groupIds: [] }),
    signInNetworks: value(networks).nullable().example({ inside: true, groupIds: [] }),
    signInHours: value(hours)
      .nullable()
      .example({ zone: 'UTC', windows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }] }),
  },
  more: { row: { members: z.int() } },
  operations: { update: { errors: [18060] }, delete: { errors: [18070] }, disable: { errors: [18070] } },
});
/**
 * How devices come to be bound, how many, and what is asked of them. The first that holds somebody by its place decides; "Everyone" is the
 * last. A change that shuts out many is done only with the number that was shown.
 */
export const bindRule = Object.freeze({
  ...declared,
  update: endpoint({
    ...declared.update,
    input: declared.update.input.extend({
      /** People who would be refused, as they were shown. */
      expected: z.int().min(0).optional(),
    }),
  }),
});
/** A bind rule as lists show it. */
export type BindRuleRow = CrudRow<typeof bindRule>;
/** A bind rule in full. */
export type BindRuleDetail = CrudDetail<typeof bindRule>;

const member = z.object({
  id: id(),
  kind: z.enum(memberKinds),
  name: z.string(),
  account: z.string(),
  departmentName: z.string(),
  /** Of a person their bound devices, of a department its people. */
  devices: z.int(),
  since: time(),
});

/** Members of a rule of one kind that are seen in the range. */
export const ruleMembers = endpoint({
  method: 'GET',
  path: 'device/bind/rule/members',
  access: { anyOf: [bindRulePage.code, ruleUserPage.code, ruleDeptPage.code, deviceManagement.code] },
  scope: 'employee',
  input: z.object({
    ruleId: id(),
    kind: z.enum(memberKinds),
    /** A part of the name or account. */
    text: searchText().optional(),
    pageNum: z.int().min(1).default(1),
    pageSize: z.int().min(1).max(1000).default(20),
  }),
  reply: z.object({ list: z.array(member), total: z.int(), pages: z.int() }),
  summary: 'For whom a bind rule holds',
});

/** Puts people, departments or dynamic groups under a rule, or takes them out. */
export const ruleAssign = endpoint({
  method: 'POST',
  path: 'device/bind/rule/assign',
  access: { anyOf: [ruleUserPage.button.assign, ruleDeptPage.button.assign, ruleUserPage.button.remove, ruleDeptPage.button.remove] },
  scope: 'site',
  audit: 'bindRule.assign',
  dryRun: true,
  input: z.strictObject({
    ruleId: id(),
    kind: z.enum(memberKinds),
    add: z.array(id()).max(500).default([]),
    remove: z.array(id()).max(500).default([]),
    /** People by their accounts, as a list or a file names them. */
    accounts: z.array(z.string().trim().min(1).max(100)).max(2000).default([]),
  }),
  /** `unknown`: accounts of nobody. */
  reply: z.object({ count: z.int(), unknown: z.array(z.string()) }),
  summary: 'Puts people, departments or dynamic groups under a bind rule, or takes them out',
});
