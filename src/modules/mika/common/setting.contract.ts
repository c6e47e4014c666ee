import { z } from 'zod';
import { bool, integer, localText, text, value } from '#kit/common/crud/fields.ts';
import { localText as localTextOf } from '#kit/common/language.ts';
import { longText, id } from '#kit/common/schema.ts';
import { settingContract, type SettingValues } from '#kit/common/setting/setting-contract.ts';
import { sceneConfigPage as page } from './permissions.ts';
import { fallbacks, mikaLimits } from './words.ts';

/** How mika is called, what it says first, and what it does when it has no answer. */
export const mikaSetting = settingContract({
  module: 'mika',
  kind: 'mikaSetting',
  path: 'mika/setting',
  access: { read: page.code, write: page.button.saveSetting },
  answers: 'editor',
  summary: {
    get: 'What mika is called and does when it has no answer',
    update: 'Changes what mika is called and does when it has no answer',
  },
  fields: {
    name: localText(40),
    greeting: localText(500),
    /** What a person may tap first. */
    suggestions: value(z.array(localTextOf(100).strict()).max(mikaLimits.suggestions)).example([]),
    fallbackOrder: value(
      z
        .array(z.enum(fallbacks))
        .max(fallbacks.length)
        .transform((all) => [...new Set(all)]),
    ).example(['answers', 'text']),
    /** An interface that takes a question and gives a text; null: none. */
    fallbackInterface: value(
      z.strictObject({ interfaceId: id(), param: longText(64).trim().min(1), path: longText(200).default('') }).nullable(),
    ).example(null),
    /** Code of the scene to which people are handed over when nothing else answers; empty: none. */
    fallbackScene: value(longText(64)).example(''),
    /** What is said when there is no answer. */
    noAnswer: localText(500),
    /** Percent below which a hit is listed as a low score. */
    lowScore: integer(50, 100),
    /** Days for which what people wrote is kept; facts stay. */
    textDays: integer(0, 365),
    askHelped: bool(),
    wakeWord: text(40),
  },
});
/** How mika is called and what it does when it has no answer. */
export type MikaSetting = SettingValues<typeof mikaSetting>;
