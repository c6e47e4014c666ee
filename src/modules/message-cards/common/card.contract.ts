import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow } from '#kit/common/crud/crud-types.ts';
import { codeText, integer, localText, place, refers, text, value } from '#kit/common/crud/fields.ts';
import { localText as localTextOf } from '#kit/common/language.ts';
import { count, id, ids, pageOf, pageQuery, time, version } from '#kit/common/schema.ts';
import { cardManage as page } from './permissions.ts';

const { button } = page;

/** Templates stand in groups. */
export const cardGroup = crudContract({
  module: 'message-cards',
  kind: 'cardGroup',
  path: 'im/card/group',
  title: { zh_CN: '卡片分组', en_US: 'Card group', ja_JP: 'カード分類' },
  page: {
    code: page.code,
    button: { add: button.addGroup, update: button.updateGroup, delete: button.deleteGroup, reorder: button.updateGroup },
  },
  scope: { read: 'none', write: 'site' },
  fields: { name: localText(50).searched(), code: codeText(32).unique().immutable(), place: place() },
  without: ['enable', 'disable'],
  also: ['reorder'],
  sort: ['place'],
  more: { row: { templates: z.int() } },
});
/** A group of templates. */
export type CardGroupRow = CrudRow<typeof cardGroup>;

/** Sorts of elements. */
export const elementKinds = ['title', 'text', 'fact', 'divider'] as const;
/** A line of a card; `${name}` in its text is filled from the data. */
export const cardElement = z.strictObject({
  kind: z.enum(elementKinds),
  label: localTextOf(100).strict().optional(),
  text: localTextOf(2000).strict().optional(),
});
/** A line of a card. */
export type CardElement = z.output<typeof cardElement>;
/** Sorts of actions. */
export const actionKinds = ['link', 'callback'] as const;
/** A button of a card. */
export const cardAction = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/),
  kind: z.enum(actionKinds),
  text: localTextOf(40).strict(),
  url: z
    .url({ protocol: /^https$/ })
    .max(500)
    .optional(),
  /** Each person takes it once. */
  once: z.boolean().default(true),
});
/** A button of a card. */
export type CardAction = z.output<typeof cardAction>;
/** What a sender gives for a card. */
export const cardField = z.strictObject({
  name: z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,31}$/),
  required: z.boolean().default(true),
  sample: z.string().max(200).default(''),
});
/** What a sender gives for a card. */
export type CardField = z.output<typeof cardField>;

/** A template: what its cards look like. What is sent is what was published last. */
export const cardTemplate = crudContract({
  module: 'message-cards',
  kind: 'cardTemplate',
  path: 'im/card/template',
  title: { zh_CN: '卡片模板', en_US: 'Card template', ja_JP: 'カードテンプレート' },
  page,
  scope: { by: 'ownerDeptId' },
  fields: {
    name: localText(50).searched(),
    code: codeText(48).unique().immutable().searched(),
    groupId: value(id(), z.string()).filtered().example('00000000-0000-7000-8000-000000000321'),
    ownerDeptId: refers('department').filtered(),
    summary: localText(200),
    elements: value(z.array(cardElement).min(1).max(100), z.array(cardElement))
      .default([{ kind: 'title', text: { zh_CN: '' } }])
      .example([{ kind: 'title', text: { zh_CN: 'x' } }]),
    actions: value(z.array(cardAction).max(6), z.array(cardAction)).default([]).example([]),
    dataFields: value(z.array(cardField).max(50), z.array(cardField)).default([]).example([]),
    callbackUrl: value(z.url({ protocol: /^https?$/ }).max(500), z.string())
      .nullable()
      .default(null)
      .example(null),
    validDays: integer(1, 365).default(30),
    published: integer(0, 1_000_000).readOnly().default(0),
  },
  also: ['copy'],
  sort: ['updatedAt', 'createdAt'],
  more: { row: { groupName: z.string(), sent30: z.int(), draft: z.boolean() } },
  operations: { add: { errors: [16081] }, update: { errors: [16081] } },
});
/** A template in a list. */
export type CardTemplateRow = CrudRow<typeof cardTemplate>;
/** A template in full. */
export type CardTemplateDetail = CrudDetail<typeof cardTemplate>;

/** Makes the draft the version that is sent. */
export const cardPublish = endpoint({
  method: 'POST',
  path: 'im/card/template/publish',
  access: { code: button.publish },
  scope: 'department',
  audit: 'cardTemplate.publish',
  dryRun: true,
  errors: [16081],
  input: z.strictObject({ id: id(), version: version() }),
  reply: z.object({ published: z.int(), open: z.int() }),
  summary: 'Publishes a template; cards that were sent stay with their version',
});

/** What a draft does to systems that send by it and to cards that are open. */
export const cardCompare = endpoint({
  method: 'GET',
  path: 'im/card/template/compare',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ id: id() }),
  reply: z.object({
    /** The version that is sent now; 0: none. */
    published: z.int(),
    /** Cards that are open and stay with their version. */
    open: z.int(),
    breaks: z.array(z.object({ what: z.enum(['fieldGone', 'fieldNeeded', 'actionGone', 'actionChanged', 'callback']), name: z.string() })),
  }),
  summary: 'What the draft of a template breaks for who sends by it, and how many cards are open',
});

/** Versions of a template. */
export const cardVersions = endpoint({
  method: 'GET',
  path: 'im/card/template/versions',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ id: id() }),
  reply: z.object({
    list: z.array(
      z.object({ number: z.int(), at: time(), by: z.string(), elements: z.int(), actions: z.int(), cards: z.int(), current: z.boolean() }),
    ),
  }),
  summary: 'Versions of a template that were published, the newest first, with the cards that were sent by each',
});

/** Publishes an earlier version again. */
export const cardRollback = endpoint({
  method: 'POST',
  path: 'im/card/template/rollback',
  access: { code: button.rollback },
  scope: 'department',
  audit: 'cardTemplate.rollback',
  dryRun: true,
  input: z.strictObject({ id: id(), version: version(), number: z.int().min(1).max(1_000_000) }),
  reply: z.object({ published: z.int() }),
  summary: 'Puts an earlier version into the draft and publishes it as a new one; cards that were sent stay with theirs',
});

/** Sends a card with sample data to oneself. */
export const cardTest = endpoint({
  method: 'POST',
  path: 'im/card/template/test',
  access: { code: button.test },
  scope: 'department',
  audit: 'cardTemplate.test',
  errors: [16081],
  input: z.strictObject({ id: id() }),
  reply: z.object({ conversationId: z.string(), seq: z.int() }),
  summary: 'Sends the draft with its sample data as a real card to the caller',
});

/** A system that may send cards. */
export const cardSystem = crudContract({
  module: 'message-cards',
  kind: 'cardSystem',
  path: 'im/card/system',
  title: { zh_CN: '发送系统', en_US: 'Sending system', ja_JP: '送信システム' },
  page: {
    code: page.code,
    button: { add: button.system, update: button.system, delete: button.system, enable: button.system, disable: button.system },
  },
  scope: 'site',
  fields: {
    name: text(100).unique().searched().sorted(),
    secret: text(200).secret(),
    templateIds: value(z.array(id()).max(200), z.array(z.string())).default([]).example([]),
    perMinute: integer(1, 10_000).default(60),
  },
  more: { row: { sent30: z.int() } },
});

/** States of a card. */
export const cardStates = ['sent', 'updated', 'done', 'expired', 'recalled'] as const;
/** A card that was sent. */
export const cardRow = z.object({
  id: z.string(),
  at: time(),
  templateName: z.string(),
  templateVersion: z.int(),
  systemName: z.string(),
  outId: z.string(),
  state: z.enum(cardStates),
  revision: z.int(),
  people: z.int(),
  actions: z.int(),
  failing: z.int(),
});
/** A card that was sent. */
export type CardRow = z.output<typeof cardRow>;
/** Cards that were sent. */
export const cardList = endpoint({
  method: 'GET',
  path: 'im/card/list',
  access: { code: page.code },
  scope: 'department',
  input: pageQuery(['at'] as const).extend({
    templateId: id().optional(),
    state: z.enum(cardStates).optional(),
    outId: z.string().max(100).optional(),
  }),
  reply: pageOf(cardRow),
  summary: 'Cards that were sent, of templates in range',
});
/** A card in full. */
export const cardGet = endpoint({
  method: 'GET',
  path: 'im/card/get',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ id: id() }),
  reply: cardRow.extend({
    expiresAt: time(),
    /** What everybody reads; what is for single people stays out. */
    elements: z.array(cardElement),
    /** What its sender may give, with what stands now. */
    fields: z.array(cardField.extend({ value: z.string() })),
  }),
  summary: 'A card that was sent as everybody reads it, and what its sender may give',
});
/** Changes what cards say; fields that are not given stay. */
export const cardUpdate = endpoint({
  method: 'POST',
  path: 'im/card/update',
  access: { code: button.updateCard },
  scope: 'department',
  audit: 'card.update',
  errors: [16082, 16083],
  input: z.strictObject({ ids: ids(), data: z.record(z.string().max(32), z.string().max(5000)) }),
  reply: count(),
  summary: 'Changes the data of cards that were sent: terminals draw them anew',
});
/** Who did what with a card. */
export const cardActions = endpoint({
  method: 'GET',
  path: 'im/card/actions',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ id: id() }),
  reply: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        at: time(),
        name: z.string(),
        actionId: z.string(),
        /** What its button says, in the caller's language. */
        actionText: z.string(),
        callback: z.string(),
        attempts: z.int(),
        answer: z.string(),
      }),
    ),
  }),
  summary: 'What people did with a card, and what the sender answered',
});
/** Ends cards. */
export const cardExpire = endpoint({
  method: 'POST',
  path: 'im/card/expire',
  access: { code: button.expire },
  scope: 'department',
  audit: 'card.expire',
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Ends cards: nobody acts on them any more',
});
/** Asks a sender again. */
export const callbackRetry = endpoint({
  method: 'POST',
  path: 'im/card/callback/retry',
  access: { code: button.expire },
  scope: 'department',
  audit: 'card.retry',
  input: z.strictObject({ id: id() }),
  reply: count(),
  summary: 'Asks the senders of a card again whose answers failed',
});
