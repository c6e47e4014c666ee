import { z } from 'zod';
import { platformNumber, platforms } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { choice, codeText, localText, refers, text, value } from '#kit/common/crud/fields.ts';
import { localText as localTextSchema } from '#kit/common/language.ts';
import { count, id, ids, text as textSchema, version } from '#kit/common/schema.ts';
import { otherConfigPage as page } from './permissions.ts';

/** What a setting holds. */
export const configTypes = ['boolean', 'integer', 'number', 'text', 'select', 'json'] as const;
/** Settings of one app, and rules of one setting. */
export const mostSettings = 300;
export const mostRules = 20;
/** Characters of a JSON value. */
export const longestJson = 16_384;

/** A value of any type; whether it fits its setting is the server's to say. */
const anyValue = z.union([
  z.boolean(),
  z.number(),
  z.string().max(4000),
  z.array(z.unknown()).max(1000),
  z.record(z.string().max(100), z.unknown()),
]);
/** A value of a setting. */
export type ConfigValue = z.output<typeof anyValue>;

const build = z
  .string()
  .trim()
  .regex(/^\d{1,20}(?:\.\d{1,20}){0,3}$/)
  .nullable()
  .default(null);
/** For whom another value holds: every part that says something must be met. */
const rule = z.strictObject({
  platforms: z.array(platformNumber()).max(platforms.length).default([]),
  fromBuild: build,
  toBuild: build,
  deptIds: z.array(id()).max(200).default([]),
  crowdIds: z.array(id()).max(50).default([]),
  /** Of the terminals that meet the rest, so many; the same ones always. */
  percent: z.number().min(0).max(100).nullable().default(null),
  value: anyValue,
});
/** A rule of a setting. */
export type ConfigRule = z.output<typeof rule>;
const rules = z.array(rule).max(mostRules);

const bound = z.number().min(-1e12).max(1e12);

/** A typed setting of an app: a value for everybody, and rules of which the first that holds wins. */
export const otherConfig = crudContract({
  module: 'app-settings',
  kind: 'otherConfig',
  path: 'mam/otherConfig',
  title: { zh_CN: '配置项', en_US: 'Setting', ja_JP: '設定項目' },
  page,
  scope: 'inside',
  fields: {
    name: localText(100).searched(),
    code: codeText(64).searched().sorted().unique().immutable(),
    appId: refers('app').immutable().filtered(),
    section: text(40).sorted().default('general').example('general'),
    type: choice(configTypes).immutable().filtered(),
    options: value(z.array(textSchema(100)).max(50))
      .default([])
      .immutable()
      .example([]),
    min: value(bound).nullable().immutable().example(null),
    max: value(bound).nullable().immutable().example(null),
    defaultValue: value(anyValue).immutable().example(false),
    value: value(anyValue.nullable()).default(null).readOnly(),
    rules: value(rules).default([]).readOnly(),
  },
  also: ['export'],
  without: ['update', 'enable', 'disable'],
  sort: ['section', 'code', 'updatedAt'],
  more: { filters: { changed: z.stringbool().optional() } },
});
/** A setting in the list. */
export type OtherConfigRow = CrudRow<typeof otherConfig>;

const write = { method: 'POST', scope: 'department', dryRun: true } as const;

/** Changes values and rules of settings. */
export const otherConfigSave = endpoint({
  ...write,
  path: 'mam/otherConfig/save',
  access: { code: page.button.save },
  audit: 'otherConfig.save',
  input: z.strictObject({
    appId: id(),
    rows: z
      .array(
        z.strictObject({
          id: id(),
          version: version(),
          value: anyValue.optional(),
          rules: rules.optional(),
          name: localTextSchema(100).strict().optional(),
          section: textSchema(40).optional(),
        }),
      )
      .min(1)
      .max(mostSettings),
  }),
  reply: count(),
  summary: 'Changes values and rules of settings of an app, all or none',
});
/** Puts settings back to their default values, without rules. */
export const otherConfigReset = endpoint({
  ...write,
  path: 'mam/otherConfig/reset',
  access: { code: page.button.reset },
  audit: 'otherConfig.reset',
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Puts settings back to their default values and removes their rules',
});
/** What a terminal of a person would get. */
export const otherConfigExplain = endpoint({
  method: 'GET',
  path: 'mam/otherConfig/explain',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ appId: id(), empId: id(), platform: platformNumber(), buildNo: z.string().trim().max(84).default('') }),
  reply: z.object({
    list: z.array(
      z.object({
        id: id(),
        code: z.string(),
        name: z.string(),
        value: anyValue,
        /** The rule that decided, from 1; null: the value for everybody. */
        rule: z.int().nullable(),
      }),
    ),
  }),
  summary: 'What the terminal of a person would get of each setting, and which rule decided; shares of terminals are left out',
});
/** Values of settings from a file, as the export of settings writes it. */
export const otherConfigImport = endpoint({
  method: 'POST',
  path: 'mam/otherConfig/import',
  scope: 'department',
  waits: 'unseen',
  subject: 'otherConfig',
  access: { code: page.button.import },
  audit: 'otherConfig.import',
  input: z.strictObject({ appId: id(), fileId: id() }),
  reply: z.object({ jobId: id() }),
  summary: 'Reads codes and values from a file into a plan that changes the values of the settings of an app',
});
