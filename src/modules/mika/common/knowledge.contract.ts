import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import { audience, bool, choice, ends, localText, longText, text, value } from '#kit/common/crud/fields.ts';
import { languages } from '#kit/common/language.ts';
import { count, id, ids, pageOf, pageQuery, searchText, text as line, time } from '#kit/common/schema.ts';
import * as atoms from '#kit/common/schema.ts';
import { phrasesOf } from './fields.ts';
import { historyPage, sceneConfigPage as page } from './permissions.ts';
import { mikaLimits, missedStates } from './words.ts';

/** A short answer to a question, without a scene of its own. */
export const mikaAnswer = crudContract({
  module: 'mika',
  kind: 'mikaAnswer',
  path: 'mika/answer',
  title: { zh_CN: '知识问答', en_US: 'Answer', ja_JP: '回答' },
  page,
  scope: { read: 'none', write: 'site' },
  fields: {
    name: text(100).unique().sorted().searched(),
    questions: value(phrasesOf(mikaLimits.answerQuestions)).example({ zh_CN: ['sample'] }),
    answer: localText(mikaLimits.answerText),
    /** Where it is written in full; empty: nowhere. */
    link: longText(1000).default('').example(''),
    audience: audience(1000),
    until: ends(),
    enabled: bool().default(true).readOnly().filtered(),
  },
  also: ['import', 'export'],
  sort: ['name', 'createdAt', 'updatedAt'],
});

/** Words that mean the same. */
export const mikaSynonym = crudContract({
  module: 'mika',
  kind: 'mikaSynonym',
  path: 'mika/synonym',
  title: { zh_CN: '同义词', en_US: 'Synonym', ja_JP: '同義語' },
  page,
  scope: { read: 'none', write: 'site' },
  fields: {
    word: text(40).unique().sorted().searched(),
    same: value(z.array(line(40)).min(1).max(mikaLimits.synonyms)).example(['sample']),
    language: choice(languages).nullable().filtered(),
  },
  also: ['import', 'export'],
  without: ['enable', 'disable'],
  sort: ['word', 'createdAt', 'updatedAt'],
});

const read = { method: 'GET', access: { code: page.code }, scope: 'employee' } as const;
const write = { method: 'POST', scope: 'employee' } as const;

/** A sentence that mika had no answer to; those that differ only in signs, width and spaces are one. */
export const missedRow = z.object({
  id: id(),
  example: z.string(),
  count: z.int(),
  people: z.int(),
  firstAt: time(),
  lastAt: time(),
  state: z.enum(missedStates),
  sceneId: id().nullable(),
  sceneName: z.string().nullable(),
});
/** A sentence that mika had no answer to. */
export type MissedRow = z.output<typeof missedRow>;

/** Sentences without a hit. */
export const missedList = endpoint({
  ...read,
  path: 'mika/missed/list',
  input: pageQuery(['count', 'lastAt', 'people'] as const).extend({
    text: searchText().optional(),
    state: z.enum(missedStates).optional(),
  }),
  reply: pageOf(missedRow),
  dedupe: 'cancel-previous',
  summary: 'Sentences of people in the range that mika had no answer to, the most frequent first',
});

/** Adds missed sentences to a scene. */
export const missedAttach = endpoint({
  ...write,
  path: 'mika/missed/attach',
  access: { anyOf: [page.button.attach, historyPage.button.attach] } as const,
  audit: 'mikaMissed.attach',
  errors: [17031],
  input: z
    .strictObject({
      ids: ids().optional(),
      /** A sentence of a session, in place of missed ones. */
      turnId: id().optional(),
      sceneId: id(),
    })
    .refine((input) => (input.ids === undefined) !== (input.turnId === undefined), { path: ['ids'] }),
  reply: count(),
  summary: 'Adds sentences to the draft of a scene; they count once it is published',
});

/** Puts missed sentences aside. */
export const missedIgnore = endpoint({
  ...write,
  path: 'mika/missed/ignore',
  access: { code: page.button.ignore },
  audit: 'mikaMissed.ignore',
  input: z.strictObject({ ids: ids(), reason: atoms.longText(500).optional() }),
  reply: count(),
  summary: 'Puts sentences aside; who asks them again does not bring them back',
});
