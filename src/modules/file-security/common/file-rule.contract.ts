import { z } from 'zod';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow } from '#kit/common/crud/crud-types.ts';
import { audience, bool, choice, ends, longText, place, refersToMany, text, value } from '#kit/common/crud/fields.ts';
import { downloadPage, previewPage, sendPage } from './permissions.ts';
import {
  anyDevice,
  conditions,
  deviceCondition,
  extensionList,
  levelList,
  noConditions,
  platformList,
  ruleMessage,
  segment,
  timeWindow,
  typeList,
} from './rule-fields.ts';
import { effects, fileActions, modes, needsWholeCompany, places, ruleKinds, ruleTargets } from './words.ts';

/** The page of each kind of rules. */
export const pageOfKind = { download: downloadPage, send: sendPage, preview: previewPage } as const;
type Verb = keyof typeof downloadPage.button;
const pages: [string, ...string[]] = [downloadPage.code, sendPage.code, previewPage.code];
const buttons = (verb: Verb): { access: { anyOf: [string, ...string[]] } } => ({
  access: { anyOf: [downloadPage.button[verb], sendPage.button[verb], previewPage.button[verb]] },
});
/** Behind an id stands the kind of a rule, and each kind has buttons of its own. */
const ofKind = (verb: Verb) => ({
  ...buttons(verb),
  siteCode: needsWholeCompany,
  permitMore: 'the button of the page to which each rule belongs',
});

const size = () => value(z.int().min(0).max(1_099_511_627_776));

/** A file rule of the draft. It holds for everybody whom it names once the draft is published. */
export const fileRule = crudContract({
  module: 'file-security',
  kind: 'fileRule',
  path: 'security/file/rule',
  title: { zh_CN: '文件规则', en_US: 'File rule', ja_JP: 'ファイルルール' },
  page: downloadPage,
  scope: { read: 'none', write: 'site' },
  fields: {
    name: text(100).unique().searched(),
    kind: choice(ruleKinds).immutable().filtered(),
    actions: value(
      z
        .array(z.enum(fileActions))
        .min(1)
        .transform((all) => [...new Set(all)]),
      z.array(z.enum(fileActions)),
    ).example(['download']),
    everyone: bool().default(false),
    who: audience(),
    roleIds: refersToMany('role').default([]),
    platforms: value(platformList, z.array(z.int())).default([]),
    place: choice(places).default('any').filtered(),
    inGroups: refersToMany('ipGroup', 50).default([]),
    notInGroups: refersToMany('ipGroup', 50).default([]),
    device: value(deviceCondition).default(anyDevice).example(anyDevice),
    segments: value(z.array(segment).max(500))
      .default([])
      .example([{ value: '10.0.0.0/8' }]),
    window: value(timeWindow, z.object({ days: z.array(z.int()), from: z.string(), to: z.string(), zone: z.string() }))
      .nullable()
      .column('time_window')
      .example({ days: [1], from: '08:00', to: '18:00', zone: 'Asia/Shanghai' }),
    fileTypes: value(typeList, z.array(z.string())).default([]),
    extensions: value(extensionList, z.array(z.string())).default([]).example(['xlsx']),
    sizeMin: size().nullable(),
    sizeMax: size().nullable(),
    namePattern: text(200).nullable().example('plan'),
    levels: value(levelList, z.array(z.int())).default([]),
    target: choice(ruleTargets).default('anybody'),
    effect: choice(effects).default('block').filtered(),
    conditions: value(conditions).default(noConditions),
    mode: choice(modes).default('observe').filtered(),
    message: value(ruleMessage).nullable(),
    until: ends(),
    note: longText(1000).default(''),
    priority: place(),
  },
  also: ['reorder', 'copy', 'import', 'export'],
  sort: ['priority', 'name', 'updatedAt'],
  more: {
    row: {
      /** How often it decided, and how often it would have decided, within seven days. */
      hits: z.object({ decided: z.int(), observed: z.int() }),
      /** What the rule says, in a sentence of the reader's language. */
      sentence: z.string(),
    },
    detail: {
      /** What is odd about it: it can never match, another rule decides before, what it names is gone. */
      warnings: z.array(z.string()),
    },
  },
  operations: {
    list: { access: { anyOf: pages }, summary: 'File rules of the draft in the order in which they are asked' },
    get: { access: { anyOf: pages }, summary: 'One file rule of the draft, with what is odd about it' },
    add: {
      ...buttons('add'),
      permit: { by: 'kind', codes: { download: downloadPage.button.add, send: sendPage.button.add, preview: previewPage.button.add } },
      errors: [18210, 18212],
      siteCode: needsWholeCompany,
    },
    update: { ...ofKind('update'), errors: [18210, 18212] },
    delete: ofKind('delete'),
    enable: ofKind('enable'),
    disable: ofKind('disable'),
    reorder: ofKind('reorder'),
    copy: ofKind('copy'),
    import: { ...buttons('import'), errors: [18210, 18212], siteCode: needsWholeCompany },
    export: buttons('export'),
  },
});
/** A file rule as it is shown. */
export type FileRuleRow = CrudRow<typeof fileRule>;
/** A file rule with what is odd about it. */
export type FileRuleDetail = CrudDetail<typeof fileRule>;
