import { z } from 'zod';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { audience, bool, choice, ends, integer, localText, longText, refers, text, value } from '#kit/common/crud/fields.ts';
import { wordPage as page } from './permissions.ts';
import { wordLevels, wordMatches, wordPlaces } from './word-facts.ts';

const places = z
  .array(z.enum(wordPlaces))
  .min(1)
  .transform((all) => wordPlaces.filter((one) => all.includes(one)));

/** A word of the draft; it decides nothing before the list is published. */
export const sensitiveWord = crudContract({
  module: 'sensitive-words',
  kind: 'sensitiveWord',
  path: 'im/word',
  title: { zh_CN: '敏感词', en_US: 'Sensitive word', ja_JP: '禁止語' },
  page,
  scope: { read: 'none', write: 'site' },
  fields: {
    text: text(64).unique().sorted().searched().column('word'),
    /** As it is compared: set by the server, no two words have the same. */
    plain: text(256).readOnly().default('').internal(),
    categoryId: refers('wordCategory').nullable().filtered(),
    level: choice(wordLevels).default('flag').filtered().sorted(),
    match: choice(wordMatches).default('contains').filtered().column('match_kind'),
    /** Characters without meaning (spaces, dots, dashes) that may stand between two characters of the word. */
    gap: integer(0, 3).default(0),
    places: value(places, z.array(z.enum(wordPlaces)))
      .default([...wordPlaces])
      .example(['single']),
    /** Whose texts are checked; everybody's where no row includes. */
    senders: audience(100),
    /** What stands in the place of the word at level `replace`; one * for each character where it is empty. */
    replacement: text(64).nullable(),
    /** Found and counted, but nothing happens to the text. */
    observe: bool().default(false).filtered(),
    /** A word of one character that is looked for anywhere is meant: without it such a word is refused. */
    single: bool().default(false),
    until: ends(),
    remark: longText(200).nullable(),
  },
  also: ['import', 'export'],
  more: {
    row: {
      /** Hits within seven days, and the share of reviewed hits that were false, in per cent. */
      hits: z.int(),
      falsePercent: z.int().nullable(),
    },
  },
  operations: {
    add: { errors: [16062] },
    update: { errors: [16062] },
  },
});
/** A word as it is shown. */
export type SensitiveWordRow = CrudRow<typeof sensitiveWord>;

/** A category of words. */
export const wordCategory = crudContract({
  module: 'sensitive-words',
  kind: 'wordCategory',
  path: 'im/word/category',
  title: { zh_CN: '敏感词分类', en_US: 'Word category', ja_JP: '禁止語の分類' },
  page: {
    code: page.code,
    button: { add: page.button.addCategory, update: page.button.updateCategory, delete: page.button.deleteCategory },
  },
  scope: { read: 'none', write: 'site' },
  fields: {
    name: localText(100),
    level: choice(wordLevels).default('flag'),
    ownerId: refers('employee').nullable(),
    /** Terminals get its refusing words where the settings let them check while somebody types. */
    onTerminal: bool().default(false),
  },
  without: ['enable', 'disable'],
});

/** A harmless text that contains a word: a hit that lies wholly inside it does not count. */
export const wordException = crudContract({
  module: 'sensitive-words',
  kind: 'wordException',
  path: 'im/word/exception',
  title: { zh_CN: '例外', en_US: 'Exception', ja_JP: '例外' },
  page: { code: page.code, button: { add: page.button.exempt, update: page.button.exempt, delete: page.button.exempt } },
  scope: { read: 'none', write: 'site' },
  fields: {
    text: text(128).unique().searched().sorted(),
    reason: text(200),
    until: ends(),
  },
  without: ['enable', 'disable'],
});
