import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, longText, pageOf, pageQuery, searchText, text, time } from '#kit/common/schema.ts';
import { decision, mikaAnswerView } from './decision.ts';
import { historyPage, mikaFrame, sceneConfigPage, sessionPage as page } from './permissions.ts';
import { helpedWords, sessionResults, sessionStates } from './words.ts';

/** A session as lists show it. */
export const sessionRow = z.object({
  id: id(),
  employeeId: id(),
  employeeName: z.string(),
  departmentName: z.string(),
  platform: z.int(),
  startedAt: time(),
  lastAt: time(),
  endedAt: time().nullable(),
  sceneId: z.string().nullable(),
  sceneName: z.string(),
  state: z.enum(sessionStates),
  /** The slot that is asked for. */
  waitingFor: z.string(),
  filled: z.int(),
  turns: z.int(),
  failures: z.int(),
  waitingSince: time().nullable(),
  takenBy: z.string().nullable(),
  takenByName: z.string(),
  helped: z.enum(helpedWords),
  result: z.enum(sessionResults).nullable(),
  /** The lowest score of a hit. */
  score: z.number().nullable(),
  ms: z.int(),
});
/** A session as lists show it. */
export type SessionRow = z.output<typeof sessionRow>;

/** One turn of a session: why mika decided so; what was written only for who may read it. */
export const sessionTurn = z.object({
  id: id(),
  n: z.int(),
  at: time(),
  by: z.enum(['person', 'administrator']),
  byName: z.string(),
  /** Null: hidden, or erased. */
  text: z.string().nullable(),
  answer: mikaAnswerView.nullable(),
  answerKind: z.string(),
  decision: decision.nullable(),
  wrong: z.boolean(),
});
/** One turn of a session. */
export type SessionTurn = z.output<typeof sessionTurn>;

const detail = sessionRow.extend({ turnList: z.array(sessionTurn) });
/** A session with its turns. */
export type SessionDetail = z.output<typeof detail>;

/** Filters of sessions that are going on. */
const going = {
  state: z.enum(sessionStates).optional(),
  text: searchText().optional(),
  departmentId: id().optional(),
  sceneId: id().optional(),
  platform: z.int().min(0).max(99).optional(),
  waitingMinutes: z.int().min(0).max(10_000).optional(),
};

/** Sessions that are going on. */
export const sessionList = endpoint({
  method: 'GET',
  path: 'mika/session/list',
  access: { code: page.code },
  scope: 'employee',
  input: pageQuery(['waitingSince', 'startedAt', 'lastAt', 'turns'] as const).extend(going),
  reply: pageOf(sessionRow),
  dedupe: 'cancel-previous',
  summary: 'Sessions of people in the range that are going on; those that wait for a person first',
});

const one = {
  id: id(),
  /** Also what was written; needs the right to read texts and a reason. */
  readText: z.boolean().default(false),
  reason: longText(500).trim().default(''),
};
const withReason = z.object(one).refine(({ readText, reason }) => !readText || reason !== '', { path: ['reason'] });

/** One session that is going on. */
export const sessionGet = endpoint({
  method: 'GET',
  path: 'mika/session/get',
  access: { anyOf: [page.code, page.button.readText] },
  permit: { by: 'readText', codes: { true: page.button.readText } },
  scope: 'employee',
  input: withReason,
  reply: detail,
  summary: 'A session with the decision of each turn; what was written only with the right and a reason, which the log of readings keeps',
});

const write = { method: 'POST', scope: 'employee', errors: [17036, 17038] } as const;

/** Takes a session over. */
export const sessionTakeOver = endpoint({
  ...write,
  path: 'mika/session/takeOver',
  access: { code: page.button.takeOver },
  audit: 'mikaSession.takeOver',
  input: z.strictObject({ id: id() }),
  reply: z.object({ id: id() }),
  summary: 'Takes a session over: the person is told by whom, and mika is silent until it is given back',
});

/** Answers a person. */
export const sessionReply = endpoint({
  ...write,
  path: 'mika/session/reply',
  access: { code: page.button.reply },
  audit: 'mikaSession.reply',
  input: z.strictObject({ id: id(), text: longText(2000).trim().min(1) }),
  reply: z.object({ n: z.int() }),
  summary: 'Answers a person in a session that one has taken over',
});

/** Gives a session back to mika. */
export const sessionGiveBack = endpoint({
  ...write,
  path: 'mika/session/giveBack',
  access: { code: page.button.giveBack },
  audit: 'mikaSession.giveBack',
  input: z.strictObject({ id: id() }),
  reply: z.object({ id: id() }),
  summary: 'Gives a session back: mika answers again',
});

/** Ends a session. */
export const sessionEnd = endpoint({
  ...write,
  path: 'mika/session/end',
  access: { code: page.button.end },
  audit: 'mikaSession.end',
  input: z.strictObject({ id: id(), reason: text(500).optional() }),
  reply: z.object({ id: id() }),
  summary: 'Ends a session',
});

/** Filters of ended sessions. */
export const historyFilter = z.strictObject({
  from: time().optional(),
  to: time().optional(),
  sceneId: id().optional(),
  result: z.enum(sessionResults).optional(),
  helped: z.enum(helpedWords).optional(),
  text: searchText().optional(),
  departmentId: id().optional(),
  low: z.boolean().optional(),
});
/** Filters of ended sessions. */
export type HistoryFilter = z.output<typeof historyFilter>;

/** Ended sessions. */
export const historyList = endpoint({
  method: 'GET',
  path: 'mika/history/list',
  access: { code: historyPage.code },
  scope: 'employee',
  input: z.object({ ...historyFilter.shape, after: z.string().max(80).optional(), pageSize: z.int().min(1).max(200).default(50) }),
  reply: z.object({ list: z.array(sessionRow), next: z.string().nullable() }),
  dedupe: 'cancel-previous',
  summary: 'Sessions of people in the range that have ended, the newest first',
});

/** One ended session. */
export const historyGet = endpoint({
  method: 'GET',
  path: 'mika/history/get',
  access: { anyOf: [historyPage.code, historyPage.button.readText] },
  permit: { by: 'readText', codes: { true: historyPage.button.readText } },
  scope: 'employee',
  input: withReason,
  reply: detail,
  summary:
    'An ended session with the decision of each turn; what was written only with the right and a reason, which the log of readings keeps',
});

/** Ended sessions as a file. */
export const historyExport = endpoint({
  method: 'POST',
  path: 'mika/history/export',
  access: { code: historyPage.button.export },
  scope: 'employee',
  audit: 'mikaHistory.export',
  waits: 'again',
  subject: 'mikaSession',
  input: z.strictObject({ format: z.enum(['xlsx', 'csv']).default('xlsx'), filter: historyFilter.optional() }),
  reply: z.object({ jobId: id() }),
  summary: 'Writes ended sessions to a file, as a job: facts, never what was written',
});

/** Marks an answer as wrong. */
export const historyReport = endpoint({
  method: 'POST',
  path: 'mika/history/report',
  access: { code: historyPage.button.report },
  scope: 'employee',
  audit: 'mikaHistory.report',
  input: z.strictObject({ turnId: id(), wrong: z.boolean().default(true) }),
  reply: z.object({ id: id() }),
  summary: 'Marks the answer of a turn as wrong, or takes the mark away; scenes show how many of their answers were',
});

const day = z.object({
  day: z.string(),
  questions: z.int(),
  hits: z.int(),
  missed: z.int(),
  sessions: z.int(),
  helped: z.int(),
  notHelped: z.int(),
  handedOver: z.int(),
  /** Mean time of called interfaces in milliseconds; null where none was called. */
  callMs: z.number().nullable(),
});

/** How mika is doing. */
export const historyStatistics = endpoint({
  method: 'GET',
  path: 'mika/history/statistics',
  access: { anyOf: [historyPage.code, page.code, sceneConfigPage.code, mikaFrame.code] },
  scope: 'employee',
  input: z.object({ days: z.int().min(1).max(90).default(30) }),
  reply: z.object({
    today: z.object({ questions: z.int(), hitRate: z.int().nullable(), helped: z.int().nullable(), handedOver: z.int(), missed: z.int() }),
    days: z.array(day),
    scenes: z.array(z.object({ id: z.string(), name: z.string(), hits: z.int() })),
    missed: z.array(z.object({ id: z.string(), example: z.string(), count: z.int() })),
  }),
  summary:
    'Questions, hit rate, helped, hand-overs and missed sentences of people in the range by day, with the first ten scenes and missed sentences',
});
/** How mika is doing. */
export type MikaStatistics = z.output<typeof historyStatistics.reply>;
