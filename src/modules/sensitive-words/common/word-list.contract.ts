import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { bool, integer, value } from '#kit/common/crud/fields.ts';
import { localText } from '#kit/common/language.ts';
import { count, id, ids, longText, pageOf, pageQuery, searchText, time } from '#kit/common/schema.ts';
import { settingContract } from '#kit/common/setting/setting-contract.ts';
import { wordPage as page } from './permissions.ts';
import { hitDecisions, wordLevels, wordPlaces } from './word-facts.ts';

/** How texts are compared with words, and what a refused sender reads; a change holds from the next publication on. */
export const wordSetting = settingContract({
  module: 'sensitive-words',
  kind: 'wordSetting',
  path: 'im/word/setting',
  access: { read: page.code, write: page.button.saveSetting },
  answers: 'stamps',
  summary: { get: 'How texts are compared with sensitive words', update: 'Changes how texts are compared with sensitive words' },
  fields: {
    /** Accents of Latin, Greek and Cyrillic letters count for nothing. */
    foldAccents: bool(),
    /** 0 reads as o, 1 as i, 3 as e, 4 as a, 5 as s, 7 as t. */
    digitsAsLetters: bool(),
    /** Traditional characters read as their simplified ones. */
    foldTraditional: bool(),
    /** What a sender reads whose text was refused. */
    blockText: value(localText(200)),
    /** Days for which the text of a hit is kept for reviewers. */
    evidenceDays: integer(1, 365),
    /** From so many refused texts of one person within a day on it is alerted; 0: never. */
    blocksPerDay: integer(0, 1000),
    /** Terminals get the refusing words of categories that are meant for them, to warn while somebody types. */
    terminalCheck: bool(),
  },
});

/** Reads and changes how texts are compared with words. */
export const { get: wordSettingGet, update: wordSettingUpdate } = wordSetting;

/** What the draft would change of the published list. */
const difference = z.object({ added: z.int(), removed: z.int(), changed: z.int() });

/** A published list. */
export const wordVersionRow = z.object({
  id: id(),
  number: z.int(),
  /** The one that decides now. */
  current: z.boolean(),
  words: z.int(),
  exceptions: z.int(),
  note: z.string(),
  publishedAt: time(),
  publishedBy: z.string(),
});

/** Published lists, the newest first. */
export const wordVersionList = endpoint({
  method: 'GET',
  path: 'im/word/version/list',
  access: { code: page.code },
  scope: 'none',
  input: pageQuery(['number'] as const),
  reply: z.object({ ...pageOf(wordVersionRow).shape, draft: difference }),
  summary: 'Published word lists, and how the draft differs from the current one',
});

const edge = z.object({ word: z.string(), level: z.enum(wordLevels) });

/** Compares two published lists. */
export const wordVersionCompare = endpoint({
  method: 'GET',
  path: 'im/word/version/compare',
  access: { code: page.code },
  scope: 'none',
  input: z.object({
    /** Numbers; without `to` the draft. */
    from: z.coerce.number().int().min(0),
    to: z.coerce.number().int().min(1).optional(),
  }),
  reply: z.object({ ...difference.shape, samples: z.object({ added: z.array(edge), removed: z.array(edge), changed: z.array(edge) }) }),
  summary: 'What differs between two word lists, with up to 200 words of each kind',
});

/** Publishes the draft. */
export const wordPublish = endpoint({
  method: 'POST',
  path: 'im/word/publish',
  access: { code: page.button.publish },
  scope: 'site',
  audit: 'word.publish',
  errors: [16063],
  input: z.strictObject({ note: longText(500).default('') }),
  reply: z.object({ number: z.int(), words: z.int(), exceptions: z.int() }),
  summary: 'Publishes the draft of the word list to every process',
});

/** Publishes an earlier list again. */
export const wordRollback = endpoint({
  method: 'POST',
  path: 'im/word/rollback',
  access: { code: page.button.rollback },
  scope: 'site',
  audit: 'word.rollback',
  input: z.strictObject({ number: z.int().min(1), note: longText(500).default('') }),
  reply: z.object({ number: z.int() }),
  summary: 'Publishes an earlier word list again, as a new version',
});

/** One place where a word was found: positions in UTF-16 units of the text. */
export const foundWord = z.object({
  wordId: id(),
  word: z.string(),
  level: z.enum(wordLevels),
  start: z.int(),
  end: z.int(),
  observe: z.boolean(),
  /** The exception that saves it. */
  exception: z.string().nullable(),
});

const verdictOf = z.object({
  verdict: z.enum(['pass', 'flag', 'replace', 'block']),
  /** The text as receivers would read it. */
  text: z.string(),
  /** The text as it is compared. */
  plain: z.string(),
  hits: z.array(foundWord),
});

/** Tries a text against the published list, the draft or both; nothing is counted. */
export const wordTest = endpoint({
  method: 'POST',
  path: 'im/word/test',
  reads: true,
  access: { code: page.button.test },
  scope: 'none',
  input: z.strictObject({
    text: longText(100_000),
    place: z.enum(wordPlaces).default('single'),
    against: z.enum(['published', 'draft', 'both']).default('both'),
  }),
  reply: z.object({ published: verdictOf.nullable(), draft: verdictOf.nullable() }),
  summary: 'Tries a text: every hit with its rule, exceptions, and what the sender would see',
});

/** A hit; the text itself is read apart, with a reason. */
export const wordHitRow = z.object({
  id: id(),
  at: time(),
  wordId: id(),
  word: z.string(),
  level: z.enum(wordLevels),
  place: z.enum(wordPlaces),
  observe: z.boolean(),
  senderId: id().nullable(),
  senderName: z.string(),
  /** What the sender was shown with the refusal; null where the text was sent. */
  ref: z.string().nullable(),
  decision: z.enum(hitDecisions),
  decidedBy: z.string().nullable(),
  decidedAt: time().nullable(),
  note: z.string().nullable(),
  hasText: z.boolean(),
});

/** Hits, the newest first. */
export const wordHitList = endpoint({
  method: 'GET',
  path: 'im/word/hit/list',
  access: { code: page.code },
  scope: 'employee',
  input: pageQuery(['at'] as const).extend({
    text: searchText().optional(),
    level: z.enum(wordLevels).optional(),
    place: z.enum(wordPlaces).optional(),
    decision: z.enum(hitDecisions).optional(),
    wordId: id().optional(),
    from: time().optional(),
    to: time().optional(),
  }),
  reply: pageOf(wordHitRow),
  dedupe: 'cancel-previous',
  summary: 'Texts in which sensitive words were found, for review',
});

/** One hit. */
export const wordHitGet = endpoint({
  method: 'GET',
  path: 'im/word/hit/get',
  access: { code: page.code },
  scope: 'employee',
  input: z.object({ id: id() }),
  reply: wordHitRow,
  summary: 'One text in which a sensitive word was found, without the text itself',
});

/** What hits come to. */
export const wordStatistics = endpoint({
  method: 'GET',
  path: 'im/word/statistics',
  access: { code: page.code },
  scope: 'employee',
  input: z.object({ days: z.coerce.number().int().min(1).max(90).default(30) }),
  reply: z.object({
    hits: z.int(),
    /** Who wrote the texts. */
    people: z.int(),
    /** Hits by what became of the text; those of words that are monitored only are counted apart. */
    levels: z.object({ block: z.int(), replace: z.int(), flag: z.int(), observed: z.int() }),
    /** Hits that nobody has reviewed. */
    open: z.int(),
    /** Enabled words that were found in no text. */
    neverHit: z.int(),
    places: z.array(z.object({ place: z.enum(wordPlaces), hits: z.int() })),
    words: z.array(
      z.object({ wordId: id(), word: z.string(), hits: z.int(), people: z.int(), falsePercent: z.int().nullable(), noisy: z.boolean() }),
    ),
  }),
  summary: 'Hits of the last days in range: words that are found most, places, people, and how many were false',
});

/** Decides on hits. */
export const wordHitReview = endpoint({
  method: 'POST',
  path: 'im/word/hit/review',
  access: { code: page.button.review },
  scope: 'employee',
  audit: 'word.review',
  input: z.strictObject({ ids: ids(), decision: z.enum(hitDecisions), note: longText(200).default('') }),
  reply: count(),
  summary: 'Decides on hits: confirmed, false, ignored or open again',
});

/** Reads the text of a hit; every reading stands in the audit with its reason. */
export const wordHitText = endpoint({
  method: 'POST',
  path: 'im/word/hit/text',
  access: { code: page.button.viewText },
  scope: 'employee',
  audit: 'word.readText',
  input: z.strictObject({ id: id(), reason: longText(500).min(5) }),
  reply: z.object({ text: z.string() }),
  summary: 'The text of a hit, for a reason',
});
