import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow } from '#kit/common/crud/crud-types.ts';
import { choice, integer, localText, moment, refers, text, value } from '#kit/common/crud/fields.ts';
import { languages, type Language } from '#kit/common/language.ts';
import { id, longText, searchText, text as line, time, version } from '#kit/common/schema.ts';
import type { BodyNode } from './body.ts';
import { articlePage as page } from './permissions.ts';
import { articleStates, limits } from './words.ts';

const language = z.enum(languages);
const link = z.url({ protocol: /^https?$/ }).max(500);

/** A text of an article as it is written in one language. */
export const articleText = z.object({
  title: z.string(),
  digest: z.string(),
  /** The body in the form of its editor. */
  body: z.custom<BodyNode>(() => true).meta({ type: 'object' }),
  /** Counts the changes of this language; a save names the one that it read. */
  revision: z.int(),
  at: time(),
  byName: z.string(),
});
/** A text of an article as it is written in one language. */
export type ArticleText = z.output<typeof articleText>;
const eachText = z.partialRecord(language, articleText);

/** An article: what is being written, and what of it is published. */
export const article = crudContract({
  module: 'public-content',
  kind: 'article',
  path: 'mpm/article',
  title: { zh_CN: '文章', en_US: 'Article', ja_JP: '記事' },
  page,
  scope: 'inside',
  fields: {
    title: localText(64).immutable().sorted(),
    snoId: refers('sno').immutable().filtered(),
    groupId: refers('materialGroup').nullable().filtered(),
    author: text(40).nullable().filtered(),
    sourceLink: value(link).nullable(),
    /** A picture of the account. */
    coverId: value(id()).nullable().internal().example(null),
    state: choice(articleStates).default('draft').readOnly().filtered(),
    publishedVersion: integer(1, 1_000_000).nullable().readOnly(),
    publishAt: moment().nullable().readOnly(),
    withdrawAt: moment().nullable().readOnly(),
  },
  without: ['enable', 'disable', 'update'],
  also: ['export'],
  sort: ['updatedAt', 'title', 'createdAt'],
  more: {
    row: {
      /** Languages that have a text. */
      languages: z.array(language),
      /** Whether something was written after the last publication. */
      changed: z.boolean(),
      savedAt: time(),
      editing: z.array(z.object({ name: z.string(), language })),
      coverFileId: id().nullable(),
      uses: z.int(),
    },
    detail: { texts: eachText },
    filters: { text: searchText().optional(), missing: language.optional() },
  },
});
/** An article in a list. */
export type ArticleRow = CrudRow<typeof article>;
/** An article in full. */
export type ArticleDetail = CrudDetail<typeof article>;

/** Published texts by language. */
export type VersionContent = Partial<
  Record<Language, { title: string; digest: string; body: BodyNode; html: string; text: string; words: number }>
>;

const textDraft = z.strictObject({
  /** The revision that was read; 0 where the language had none. */
  base: z.int().min(0),
  title: z.string().max(64),
  digest: z.string().max(120),
  body: z.custom<unknown>((given) => given !== undefined).meta({ type: 'object' }),
});
const textDrafts = z.strictObject({ zh_CN: textDraft.optional(), en_US: textDraft.optional(), ja_JP: textDraft.optional() });
const write = { method: 'POST', scope: 'department' } as const;
const one = z.strictObject({ id: id(), version: version() });

/** Saves what was written. */
export const articleUpdate = endpoint({
  ...write,
  path: 'mpm/article/update',
  access: { code: page.button.update },
  audit: 'article.update',
  dryRun: true,
  bodyLimit: 4 * limits.body,
  errors: [15053],
  input: one.extend({
    groupId: id().nullable().optional(),
    author: line(40).nullable().optional(),
    sourceLink: link.nullable().optional(),
    coverId: id().nullable().optional(),
    texts: textDrafts.optional(),
  }),
  reply: article.detail,
  summary:
    'Saves an article. A language that nobody changed since `base` is taken; one that was answers 10409 with `current.texts`. `version` counts only for the fields beside the texts',
});

/** Copies an article as a draft. */
export const articleCopy = endpoint({
  ...write,
  path: 'mpm/article/copy',
  access: { code: page.button.copy },
  audit: 'article.copy',
  dryRun: true,
  input: z.strictObject({ id: id() }),
  reply: z.object({ id: id() }),
  summary: 'Copies what is written of an article as a new draft',
});

const step = (verb: 'submit' | 'publish' | 'withdraw', summary: string) =>
  endpoint({
    ...write,
    path: `mpm/article/${verb}`,
    access: { code: page.button[verb] },
    audit: `article.${verb}`,
    dryRun: true,
    ...(verb !== 'withdraw' && { errors: [15050] }),
    input: one.extend({ note: longText(500).optional() }),
    reply: article.detail,
    summary,
  });

/** Asks a manager to publish. */
export const articleSubmit = step('submit', 'Gives a draft to a manager for review');
/** Publishes what is written. */
export const articlePublish = step('publish', 'Publishes what is written as a new version, at once');
/** Takes an article back. */
export const articleWithdraw = step('withdraw', 'Withdraws a published article: it can no longer be sent; what was sent stays');

/** Gives an article back to who wrote it. */
export const articleReturn = endpoint({
  ...write,
  path: 'mpm/article/return',
  access: { code: page.button.publish },
  audit: 'article.return',
  dryRun: true,
  input: one.extend({ reason: line(500) }),
  reply: article.detail,
  summary: 'Returns an article from review to its writers, with the reason',
});

/** Plans publication and withdrawal. */
export const articleSchedule = endpoint({
  ...write,
  path: 'mpm/article/schedule',
  access: { code: page.button.schedule },
  audit: 'article.schedule',
  dryRun: true,
  errors: [15050, 15063],
  input: one.extend({ publishAt: time().nullable().optional(), withdrawAt: time().nullable().optional() }),
  reply: article.detail,
  summary: 'Plans when an article is published and withdrawn; null takes a plan back. What is written at that moment is published',
});

/** Brings an earlier version back as the draft. */
export const articleRestore = endpoint({
  ...write,
  path: 'mpm/article/restore',
  access: { code: page.button.restore },
  audit: 'article.restore',
  dryRun: true,
  input: one.extend({ n: z.int().min(1) }),
  reply: article.detail,
  summary: 'Takes the texts of an earlier version as what is written now',
});

/** Corrects what was sent. */
export const articleCorrect = endpoint({
  ...write,
  path: 'mpm/article/correct',
  access: { code: page.button.publish },
  audit: 'article.correct',
  dryRun: true,
  errors: [15050],
  input: one.extend({ note: line(200) }),
  reply: article.detail,
  summary:
    'Publishes what is written as a correction: pushes that were sent show it with the note in the place of the version that was frozen',
});

/** Notes where somebody writes. */
export const articleLock = endpoint({
  ...write,
  path: 'mpm/article/lock',
  access: { code: page.button.update },
  audit: 'article.lock',
  input: z.strictObject({ id: id(), language, block: z.int().min(0).max(limits.nodes), release: z.boolean().default(false) }),
  reply: z.object({ others: z.array(z.object({ name: z.string(), language, block: z.int() })) }),
  summary: 'Says that the caller writes in a block for the next 60 seconds, and answers who else writes in the article',
});

/** Brings in a picture of another site. */
export const articleFetchImage = endpoint({
  ...write,
  path: 'mpm/article/fetchImage',
  access: { code: page.button.update },
  audit: 'article.fetchImage',
  timeout: 30_000,
  errors: [15054, 15055],
  input: z.strictObject({ snoId: id(), url: link.max(2000) }),
  reply: z.object({ materialId: id(), fileId: id() }),
  summary: 'Fetches a picture from the web, checks it and adds it to the pictures of the account',
});
