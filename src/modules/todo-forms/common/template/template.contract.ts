import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow } from '#kit/common/crud/crud-types.ts';
import { codeText, integer, localText, place, refers } from '#kit/common/crud/fields.ts';
import { codeText as codeOf, id, time, version } from '#kit/common/schema.ts';
import { changeKinds } from '../form/changes.ts';
import { problemKeys } from '../form/problems.ts';
import { formVersion, versionNote } from '../form/version.ts';
import { editPage, templatePage as page } from '../permissions.ts';

const { button } = page;
const onBoth = { anyOf: [page.code, editPage.code] } as const;

const declared = crudContract({
  module: 'todo-forms',
  kind: 'todoTemplate',
  path: 'todo/template',
  title: { zh_CN: '表单模板', en_US: 'Form template', ja_JP: 'フォームテンプレート' },
  page: {
    code: page.code,
    ...(page.route !== undefined && { route: page.route }),
    button: { ...button, enable: button.recover, reorder: button.sort },
  },
  scope: 'inside',
  fields: {
    systemId: refers('todoSystem').immutable().filtered(),
    name: localText(50).searched().sorted(),
    /** Unique in its system. */
    code: codeText(48).immutable().searched(),
    ownerId: refers('employee').nullable().filtered(),
    draftNo: integer(0, 1_000_000_000).readOnly().default(0),
    published: integer(0, 1_000_000).readOnly().default(0),
    place: place('systemId'),
  },
  also: ['reorder'],
  sort: ['place', 'name', 'updatedAt'],
  more: {
    row: {
      /** The draft differs from what is published. */
      hasDraft: z.boolean(),
      /** Who saved the draft last. */
      draftBy: z.string(),
      actions: z.int(),
      open: z.int(),
      pushed30: z.int(),
      /** Mean time from push to the end, of items that ended in the last 30 days; null without any. */
      averageMs: z.int().nullable(),
      publishAt: time().nullable(),
    },
    detail: { content: formVersion, publishNote: z.string(), draftAt: time() },
    filters: {
      hasDraft: z.boolean().optional(),
      hasOpen: z.boolean().optional(),
      changedFrom: time().optional(),
      changedTo: time().optional(),
    },
  },
  operations: {
    get: { access: onBoth },
    update: { access: { anyOf: [button.update, editPage.button.save] } },
    enable: { path: 'todo/template/recover', summary: 'Enables form templates again' },
    disable: { summary: 'Disables form templates: new pushes are refused (17054), open items go on with their version' },
    reorder: { path: 'todo/template/sort' },
  },
});

/** A template of forms. Its draft is saved by `update`. */
export const todoTemplate = Object.freeze({
  ...declared,
  update: endpoint({
    ...declared.update,
    summary: 'Changes a form template; with `draft` it saves the draft',
    input: declared.update.input.extend({ draft: formVersion.optional() }),
  }),
});
/** A template in a list. */
export type TodoTemplateRow = CrudRow<typeof todoTemplate>;
/** A template in full. */
export type TodoTemplateDetail = CrudDetail<typeof todoTemplate>;

/** A change between two contents. */
export const formChange = z.object({
  what: z.enum(changeKinds),
  code: z.string(),
  from: z.string(),
  to: z.string(),
  breaking: z.boolean(),
});

/** Something that is wrong with a content. */
export const formProblem = z.object({
  key: z.enum(problemKeys),
  level: z.enum(['error', 'warning']),
  path: z.string(),
  detail: z.string(),
});

/** Copies a template with its draft. */
export const templateCopy = endpoint({
  method: 'POST',
  path: 'todo/template/copy',
  access: { code: button.copy },
  scope: 'department',
  audit: 'todoTemplate.copy',
  dryRun: true,
  input: z.strictObject({ id: id(), code: codeOf(48), systemId: id().optional() }),
  reply: z.object({ id: id() }),
  summary: 'Copies a form template with its draft, under another code or into another system',
});

/** Checks a draft. */
export const templateCheck = endpoint({
  method: 'POST',
  path: 'todo/template/check',
  reads: true,
  access: onBoth,
  scope: 'department',
  /** Without `draft` the saved one is checked. */
  input: z.strictObject({ id: id(), draft: formVersion.optional() }),
  reply: z.object({
    problems: z.array(formProblem),
    changes: z.array(formChange),
    /** Open items of the template: they stay with their version. */
    open: z.int(),
    /** Number of the version that is published; 0: none. */
    published: z.int(),
  }),
  summary: 'Problems of a draft, and what differs from the published version with the changes that break something',
});

/** Makes the draft the version of new items. */
export const templatePublish = endpoint({
  method: 'POST',
  path: 'todo/template/publish',
  access: { anyOf: [button.publish, editPage.button.publish] },
  scope: 'department',
  audit: 'todoTemplate.publish',
  dryRun: true,
  errors: [17052, 17067, 17068],
  input: z.strictObject({
    id: id(),
    version: version(),
    note: versionNote,
    /** At this time instead of now. */
    at: time().optional(),
    /** Open items that were shown beside breaking changes: another number refuses (17067). */
    open: z.int().min(0).optional(),
  }),
  reply: z.object({ published: z.int(), at: time() }),
  summary: 'Publishes the draft as a new version, now or at a time; open items stay with their version',
});

/** Publishes an earlier version again. */
export const templateRollback = endpoint({
  method: 'POST',
  path: 'todo/template/rollback',
  access: { code: button.rollback },
  scope: 'department',
  audit: 'todoTemplate.rollback',
  dryRun: true,
  input: z.strictObject({ id: id(), version: version(), number: z.int().min(1).max(1_000_000), note: versionNote.default('') }),
  reply: z.object({ published: z.int() }),
  summary: 'Publishes the content of an earlier version as a new one; items stay with theirs',
});

/** Cancels a publication that was planned. */
export const templateUnplan = endpoint({
  method: 'POST',
  path: 'todo/template/publish/cancel',
  access: { anyOf: [button.publish, editPage.button.publish] },
  scope: 'department',
  audit: 'todoTemplate.unplan',
  input: z.strictObject({ id: id() }),
  reply: z.object({ count: z.int() }),
  summary: 'Cancels a publication that was planned for later',
});

/** Versions of a template. */
export const templateVersions = endpoint({
  method: 'GET',
  path: 'todo/template/versions',
  access: onBoth,
  scope: 'department',
  input: z.object({ id: id() }),
  reply: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        number: z.int(),
        at: time(),
        by: z.string(),
        note: z.string(),
        rollbackOf: z.int().nullable(),
        current: z.boolean(),
        fields: z.int(),
        actions: z.int(),
        open: z.int(),
        items: z.int(),
      }),
    ),
  }),
  summary: 'Published versions of a template, the newest first, with the items of each',
});

/** One version in full. */
export const templateVersion = endpoint({
  method: 'GET',
  path: 'todo/template/version',
  access: onBoth,
  scope: 'department',
  input: z.object({ id: id(), number: z.int().min(1).max(1_000_000) }),
  reply: z.object({ number: z.int(), content: formVersion, note: z.string(), at: time(), by: z.string() }),
  summary: 'The content of one published version',
});

/** Compares two contents of a template. */
export const templateCompare = endpoint({
  method: 'GET',
  path: 'todo/template/compare',
  access: { code: button.compare },
  scope: 'department',
  /** Numbers of versions; 0 is the draft. */
  input: z.object({ id: id(), from: z.int().min(0).max(1_000_000), to: z.int().min(0).max(1_000_000).default(0) }),
  reply: z.object({ changes: z.array(formChange) }),
  summary: 'What differs between two versions of a template, or between one and the draft',
});

/** Items by version, and what uses a template. */
export const templateUsage = endpoint({
  method: 'GET',
  path: 'todo/template/usage',
  access: onBoth,
  scope: 'department',
  input: z.object({ id: id() }),
  reply: z.object({
    versions: z.array(z.object({ number: z.int(), open: z.int(), done: z.int(), other: z.int() })),
    /** Answers of the last 30 days by action. */
    actions: z.array(z.object({ code: z.string(), count: z.int(), refused: z.int(), failing: z.int() })),
  }),
  summary: 'Items of a template by version, and answers of the last 30 days by action',
});

/** A form as it is drawn with data. */
export const templatePreview = endpoint({
  method: 'POST',
  path: 'todo/template/preview',
  reads: true,
  access: { code: editPage.button.preview },
  scope: 'department',
  input: z.strictObject({
    id: id(),
    draft: formVersion.optional(),
    number: z.int().min(1).max(1_000_000).optional(),
    data: z.record(z.string().max(64), z.json()).default({}),
    input: z.record(z.string().max(64), z.json()).default({}),
    stage: z.string().max(32).optional(),
  }),
  reply: z.object({
    stage: z.string(),
    title: z.string(),
    summary: z.array(z.string()),
    fields: z.array(
      z.object({
        code: z.string(),
        visible: z.boolean(),
        required: z.boolean(),
        readOnly: z.boolean(),
        value: z.json(),
        options: z.array(z.string()),
        issues: z.array(z.string()),
      }),
    ),
    actions: z.array(z.string()),
    warnings: z.int(),
    refusals: z.int(),
    /** Why the data do not fit the template; empty where they do. */
    data: z.array(z.object({ path: z.string(), reason: z.string() })),
  }),
  summary: 'A draft or a version with data as the server evaluates it: the same as terminals and the console do',
});
