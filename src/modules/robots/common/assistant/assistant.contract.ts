import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { bool, moment, refers, text, value } from '#kit/common/crud/fields.ts';
import { localText } from '#kit/common/language.ts';
import { count, id, ids, longText, searchText, text as textOf, time } from '#kit/common/schema.ts';
import { robotService } from '../permissions.ts';
import { assistantActions, assistantFunctions, awayAudiences, digestParts, keywordMatches } from './words.ts';

const { persional, persionalDetail } = robotService;
const { code, route, button } = persional;

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** What is answered for somebody who is away. */
export const awayRule = z
  .strictObject({
    from: time(),
    until: time(),
    text: localText(500).strict(),
    to: z.enum(awayAudiences).default('everyone'),
    /** Who stands in; named in the answer. */
    substituteId: id().nullable().default(null),
  })
  .refine(({ from, until }) => until > from, { path: ['until'] });
/** What is answered for somebody who is away. */
export type AwayRule = z.output<typeof awayRule>;

/** When the digest comes, and what of. */
export const digestRule = z.strictObject({
  time: clockTime,
  /** 1: Monday. */
  days: z
    .array(z.int().min(1).max(7))
    .min(1)
    .max(7)
    .transform((all) => [...new Set(all)].toSorted((one, other) => one - other)),
  parts: z
    .array(z.enum(digestParts))
    .max(digestParts.length)
    .transform((all) => [...new Set(all)].toSorted()),
});
/** When the digest comes, and what of. */
export type DigestRule = z.output<typeof digestRule>;

/** What is answered to a word. */
export const keywordRule = z.strictObject({ match: z.enum(keywordMatches), words: textOf(100), text: longText(500).min(1) });
/** What is answered to a word. */
export type KeywordRule = z.output<typeof keywordRule>;

const functions = z
  .array(z.enum(assistantFunctions))
  .max(assistantFunctions.length)
  .transform((all) => [...new Set(all)].toSorted());

const inDetail = { anyOf: [code, persionalDetail.code] } as const;

/** A personal assistant: one of each employee, made when it is used first. */
export const assistant = crudContract({
  module: 'robots',
  kind: 'assistant',
  path: 'robot/persional',
  title: { zh_CN: '个人助手', en_US: 'Personal assistant', ja_JP: '個人アシスタント' },
  page: { code, ...(route !== undefined && { route }), button },
  scope: { by: 'employeeId' },
  fields: {
    employeeId: refers('employee').immutable().whenLeaving('delete'),
    name: text(50).readOnly(),
    functions: value(functions).example(['reminder']),
    /** The person has it on. */
    on: bool().column('is_on').default(true).readOnly().filtered(),
    away: value(awayRule).nullable().default(null).readOnly().internal(),
    digest: value(digestRule).readOnly().internal(),
    lastUsedAt: moment().nullable().readOnly().sorted(),
  },
  without: ['add'],
  also: ['export'],
  sort: ['-lastUsedAt', 'lastUsedAt', 'createdAt', '-createdAt'],
  more: {
    row: { departmentName: z.string(), reminders: z.int(), rules: z.int() },
    detail: {
      /** How often within thirty days; what it said is not kept. */
      actions: z.array(z.object({ action: z.enum(assistantActions), n: z.int() })),
      substituteName: z.string().nullable(),
    },
    filters: {
      /** Name, account or number of the person. */
      text: searchText().optional(),
      /** In this department, or below it. */
      departmentId: id().optional(),
      /** The same, of a company. */
      companyDeptId: id().optional(),
      function: z.enum(assistantFunctions).optional(),
      /** Not used for so many days. */
      unusedDays: z.int().min(1).max(3650).optional(),
    },
  },
  operations: {
    get: { access: inDetail },
    update: { access: { anyOf: [button.update, persionalDetail.button.update] } },
    disable: { access: { anyOf: [button.disable, persionalDetail.button.disable] } },
  },
});
/** A personal assistant in a list. */
export type AssistantRow = CrudRow<typeof assistant>;

/** Gives assistants back what a new one has. */
export const assistantReset = endpoint({
  method: 'POST',
  path: 'robot/persional/reset',
  access: { anyOf: [button.reset, persionalDetail.button.reset] },
  scope: 'employee',
  audit: 'assistant.reset',
  dryRun: true,
  input: z.strictObject({ ids: ids(), reason: longText(500).optional() }),
  reply: count(),
  summary: 'Gives personal assistants back the functions of new ones; away rule, keyword replies and reminders go',
});

/** How personal assistants are used. */
export const assistantStatistics = endpoint({
  method: 'GET',
  path: 'robot/persional/statistics',
  access: inDetail,
  scope: 'employee',
  input: z.object({ companyDeptId: id().optional() }),
  reply: z.object({
    assistants: z.int(),
    /** Enabled, and on. */
    active: z.int(),
    /** Used within thirty days. */
    used30: z.int(),
    /** With an away rule that is on now. */
    away: z.int(),
    functions: z.array(z.object({ function: z.enum(assistantFunctions), n: z.int() })),
    actions: z.array(z.object({ action: z.enum(assistantActions), n: z.int() })),
  }),
  summary: 'How many personal assistants there are in range, with which functions, and how often each acted within thirty days',
});
