import { z } from 'zod';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow } from '#kit/common/crud/crud-types.ts';
import { audience, bool, choice, place, refers, text, value } from '#kit/common/crud/fields.ts';
import { searchText, time } from '#kit/common/schema.ts';
import { answers, keyword, windows } from './reply-fields.ts';
import { autoReplyPage as page } from './permissions.ts';
import { answerModes, keywordMatches, replyLimits } from './words.ts';

/** A rule: who writes one of these words is answered so. The first rule in the order of the account that matches answers. */
export const keywordReply = crudContract({
  module: 'public-replies',
  kind: 'keywordReply',
  path: 'mpm/reply/keyword',
  title: { zh_CN: '关键词规则', en_US: 'Keyword rule', ja_JP: 'キーワード規則' },
  page: { code: page.code, button: page.button },
  scope: 'inside',
  fields: {
    name: text(60).sorted(),
    snoId: refers('sno').immutable().filtered(),
    order: place('snoId').column('position'),
    keywords: value(z.array(keyword).min(1).max(replyLimits.keywords)).example([{ text: 'leave', match: 'contains', language: null }]),
    answers: value(answers.min(1)).example([{ text: { zh_CN: '请看请假指南。' } }]),
    mode: choice(answerModes).default('all'),
    /** Whom it answers; everybody where no row includes. */
    members: audience(200),
    /** When it answers; always where there is none. */
    windows: value(windows).default([]).example([]),
    enabled: bool().default(true).readOnly().filtered(),
  },
  also: ['reorder', 'import', 'export'],
  sort: ['order', 'name', 'updatedAt'],
  more: {
    row: {
      fired7: z.int(),
      lastFiredAt: time().nullable(),
      /** Names of other rules, in use, that one of its words would match as well. */
      overlaps: z.array(z.string()),
    },
    filters: {
      /** In the name or among the keywords. */
      text: searchText().optional(),
      match: z.enum(keywordMatches).optional(),
      /** Has not answered for 30 days. */
      silent: z.boolean().optional(),
    },
  },
  operations: {
    add: { errors: [15011, 15030, 15031, 15032] },
    update: { errors: [15011, 15030, 15031, 15032] },
  },
});
/** A rule in a list. */
export type KeywordReplyRow = CrudRow<typeof keywordReply>;
/** A rule in full. */
export type KeywordReplyDetail = CrudDetail<typeof keywordReply>;
