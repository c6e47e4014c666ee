import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { choice, integer, longText, moment, refers, text, value } from '#kit/common/crud/fields.ts';
import { id, time } from '#kit/common/schema.ts';
import { noticeChannels } from '#kit/common/warning/warning-facts.ts';
import { interfaceStatistics } from './permissions.ts';

const code = interfaceStatistics.button.alarm;

/** What a rule watches. */
export const alarmConditions = ['failures', 'slow', 'silent'] as const;

/** A rule that raises a warning for each system of which too many calls fail, that is slow, or that is not called any more. */
export const alarmRule = crudContract({
  module: 'call-logs',
  kind: 'alarmRule',
  path: 'mas/alarmRule',
  title: { zh_CN: '告警规则', en_US: 'Alert rule', ja_JP: '警告ルール' },
  page: { code, route: '/mas_interface_statistics', button: { add: code, update: code, delete: code, enable: code, disable: code } },
  scope: { by: 'ownerDeptId' },
  fields: {
    name: text(100).unique().sorted().searched(),
    /** Systems of this department and below. */
    ownerDeptId: refers('department').filtered(),
    condition: choice(alarmConditions).filtered().default('failures'),
    /** One system, or one interface; none: all of the department. */
    systemId: value(id()).nullable().example(null),
    interfaceId: value(id()).nullable().example(null),
    /** Per cent of failures, of at least so many calls, within so many minutes. */
    share: integer(1, 100).default(10),
    least: integer(1, 1_000_000).default(50),
    minutes: integer(1, 1_440).default(5),
    /** Milliseconds under which 95 % must lie. */
    slowMs: integer(1, 120_000).default(3_000),
    /** Working hours without a call. */
    silentHours: integer(1, 9).default(2),
    mutedUntil: moment().nullable(),
    muteReason: longText(500).nullable(),
  },
});
/** A rule in the list. */
export type AlarmRuleRow = CrudRow<typeof alarmRule>;

/** Mutes rules until a moment, with a reason; null ends it. */
export const alarmRuleMute = endpoint({
  method: 'POST',
  path: 'mas/alarmRule/mute',
  summary: 'Mutes alert rules until a moment, or ends that',
  access: { code },
  scope: 'department',
  audit: 'alarmRule.mute',
  dryRun: true,
  input: z
    .strictObject({ ids: z.array(id()).min(1).max(200), until: time().nullable(), reason: z.string().trim().max(500).default('') })
    .refine(({ until, reason }) => until === null || reason !== '', { path: ['reason'] }),
  reply: z.object({ count: z.int() }),
});

const Person = z.object({
  id: id(),
  name: z.string(),
  channels: z.array(z.enum(noticeChannels)),
  enabled: z.boolean(),
  /** Chosen here: told of everything of the integration area. */
  chosen: z.boolean(),
  /** Told of everything that goes wrong anywhere. */
  everything: z.boolean(),
});
/** A notice person as far as calls are concerned. */
export type AlarmPersonRow = z.output<typeof Person>;

/** Notice persons, and who of them is told of what goes wrong with interfaces. */
export const alarmPersonList = endpoint({
  method: 'GET',
  path: 'mas/alarmPerson/list',
  summary: 'Notice persons, and whether they are told of failures of interfaces',
  access: { code: interfaceStatistics.code },
  scope: 'site',
  input: z.object({}),
  reply: z.object({ list: z.array(Person) }),
});

/** Chooses who is told of failures of interfaces: these and nobody else. */
export const alarmPersonSave = endpoint({
  method: 'POST',
  path: 'mas/alarmPerson/save',
  summary: 'Chooses the notice persons who are told of failures of interfaces',
  access: { code },
  scope: 'site',
  audit: 'alarmPerson.save',
  dryRun: true,
  input: z.strictObject({ ids: z.array(id()).max(200) }),
  reply: z.object({ count: z.int() }),
});
