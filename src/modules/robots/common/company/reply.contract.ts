import { z } from 'zod';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { choice, integer, localText, place, refers, text } from '#kit/common/crud/fields.ts';
import { robotService } from '../permissions.ts';
import { mayRead } from './access.ts';
import { replyMatches } from './words.ts';

const { company, companyDetail: page } = robotService;
// A reply is a part of the robot: whoever changes the robot changes it.
const { update } = company.button;

/** A keyword reply: what the robot says when somebody writes to it so. */
export const robotReply = crudContract({
  module: 'robots',
  kind: 'robotReply',
  path: 'robot/reply',
  title: { zh_CN: '关键词回复', en_US: 'Keyword reply', ja_JP: 'キーワード返信' },
  page: { code: page.code, button: { add: update, update, delete: update, enable: update, disable: update, reorder: update } },
  scope: 'inside',
  fields: {
    robotId: refers('robot').immutable().filtered(),
    match: choice(replyMatches).default('contains').filtered(),
    words: text(100).searched(),
    answer: localText(2000),
    /** Seconds in which it stays silent in a group after it spoke; 0: never. */
    cooldown: integer(0, 86_400).default(0),
    place: place('robotId'),
  },
  also: ['reorder'],
  sort: ['place', 'updatedAt'],
  more: { row: { used30: z.int() } },
  operations: { list: { access: mayRead }, get: { access: mayRead } },
});
/** A keyword reply in a list. */
export type ReplyRow = CrudRow<typeof robotReply>;
