import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import {
  messageContext,
  messageList,
  messageRead,
  messageReceipts,
  messageRecall,
  messageSearch,
  recallGet,
  recallList,
  recallPreview,
} from '../../common/message.contract.ts';
import type { MessageKind } from '../../common/words.ts';
import { assertCovered, caseWhere, noteReading, openCaseOf } from '../cases/case.scope.ts';
import { openBody, textOf } from '../engine/content.ts';
import { readAround, receiptsOf } from './around.ts';
import { messageInRange, readMessages, shownMessages } from './message.query.ts';
import { getRecall, listRecalls, previewRecall, recallMessages } from './recall.service.ts';

/** Messages in the console: facts for all, what they say inside a case alone, and taking them back. */
export const messageRoutes: readonly BoundRoute[] = [
  handle(messageList, list),
  handle(messageRead, read),
  handle(messageContext, readAround),
  handle(messageReceipts, receiptsOf),
  handle(messageSearch, (call, input) => read(call, { ...input, pageSize: 200 })),
  handle(recallPreview, (call, input) => previewRecall(call, input)),
  handle(messageRecall, (call, input) => recallMessages(call, input)),
  handle(recallList, (call, input) => listRecalls(call, input)),
  handle(recallGet, (call, input) => getRecall(call, input)),
];

async function list(call: Call, { pageSize, ...filter }: Parsed<typeof messageList>): Promise<Reply<typeof messageList>> {
  const where = [messageInRange(call, call.caller.scope())];
  const { rows, next } = await readMessages(call, filter, { where, limit: pageSize });
  return { list: await shownMessages(call, rows, false), next };
}

/** So many messages of a case are opened at most for one page of a search. */
const mostLooked = 2_000;

async function read(call: Call, input: Parsed<typeof messageRead>): Promise<Reply<typeof messageRead>> {
  const { services, caller } = call;
  const { pageSize, caseId, words, ...filter } = input;
  const found = await openCaseOf(call, caseId);
  assertCovered(found, { ...filter, pair: filter.chat === 'single' ? [filter.personId, filter.otherId] : [] });
  const where = [messageInRange(call, caller.scope(), true), caseWhere(found), sql<boolean>`msg.state <> 'expired'`];
  let { rows, next } = await readMessages(call, filter, { where, limit: words.length > 0 ? mostLooked : pageSize });
  const looked = rows.length;
  if (words.length > 0) {
    const wanted = words.map((word) => word.toLowerCase());
    const holds = (row: (typeof rows)[number]): boolean => {
      const body = openBody(services, row, row.body);
      const text = body === null ? '' : textOf(row.kind as MessageKind, body).toLowerCase();
      return wanted.every((word) => text.includes(word));
    };
    const all = rows.filter(holds);
    rows = all.slice(0, pageSize);
    const last = rows.at(-1);
    if (all.length > pageSize && last) next = `${last.sent_at}_${last.id}`;
  }
  await noteReading(call, found, { chat: filter.chat, words, after: filter.after ?? null, ids: rows.map(({ id }) => id) });
  caller.note({ rows: rows.length, words });
  return { list: await shownMessages(call, rows, true), next, looked };
}
