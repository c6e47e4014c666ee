import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { languages } from '#kit/common/language.ts';
import { id, time } from '#kit/common/schema.ts';
import { articlePage as page, imageMessagePage, imageTextPage } from './permissions.ts';

const language = z.enum(languages);

const versionRow = z.object({
  n: z.int(),
  at: time(),
  byName: z.string(),
  note: z.string(),
  correction: z.boolean(),
  /** Whether a push holds it. */
  frozen: z.boolean(),
  sha256: z.string(),
  languages: z.array(language),
  words: z.int(),
});
/** A version in a list. */
export type VersionRow = z.output<typeof versionRow>;

/** Published versions. */
export const articleVersions = endpoint({
  method: 'GET',
  path: 'mpm/article/versions',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ id: id() }),
  reply: z.object({ list: z.array(versionRow) }),
  summary: 'The published versions of an article, the newest first',
});

const block = z.object({ kind: z.enum(['same', 'added', 'removed', 'changed']), left: z.string(), right: z.string() });
/** A block of two versions side by side. */
export type DiffBlock = z.output<typeof block>;

/** Two versions side by side. */
export const articleDiff = endpoint({
  method: 'GET',
  path: 'mpm/article/diff',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ id: id(), from: z.int().min(0), to: z.int().min(0), language }),
  reply: z.object({ title: block, digest: block, blocks: z.array(block) }),
  summary: 'Two versions of an article in one language side by side, block by block; 0 is what is written now',
});

const finding = z.object({
  kind: z.enum(['noText', 'noTitle', 'missingLanguage', 'older', 'noDescription', 'pictureBytes', 'word']),
  language,
  /** Whether it keeps the article from being published. */
  blocks: z.boolean(),
  detail: z.string(),
});
/** What was found before a publication. */
export type Finding = z.output<typeof finding>;

/** Looks an article over before it is published. */
export const articleCheck = endpoint({
  method: 'POST',
  path: 'mpm/article/check',
  reads: true,
  access: { code: page.code },
  scope: 'department',
  input: z.strictObject({ id: id() }),
  reply: z.object({ findings: z.array(finding), words: z.partialRecord(language, z.int()) }),
  summary: 'What is missing or doubtful in what is written: languages, descriptions of pictures, words of the list, weight of the pictures',
});

/** An article as a terminal shows it. */
export const articlePreview = endpoint({
  method: 'GET',
  path: 'mpm/article/preview',
  access: { anyOf: [page.code, imageTextPage.button.preview, imageMessagePage.button.preview] },
  scope: 'department',
  dedupe: 'cancel-previous',
  input: z.object({ id: id(), n: z.int().min(0).default(0), language }),
  reply: z.object({
    title: z.string(),
    digest: z.string(),
    /** Made by the same renderer as for terminals; pictures are named by `data-file`. */
    html: z.string(),
    /** The language that is shown: the first where the asked one has no text. */
    language,
    pictures: z.array(id()),
    coverFileId: id().nullable(),
    author: z.string().nullable(),
    correction: z.object({ at: time(), note: z.string() }).nullable(),
  }),
  summary: 'What is written (n = 0) or a version of an article in one language, as a terminal shows it',
});
