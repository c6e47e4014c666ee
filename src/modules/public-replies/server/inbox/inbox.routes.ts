import type { Parsed } from '#kit/common/contract.ts';
import { keepSheet, moment, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import type { JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { assertMay } from '#modules/public-accounts/server/public.ts';
import * as contract from '../../common/inbox/inbox.contract.ts';
import { userMessagePage } from '../../common/inbox/inbox.permissions.ts';
import { everyConversation, getConversation, listColleagues, listConversations } from './conversation-list.ts';
import { addNote, assign, block, close, forward, reopen, replyTo, star } from './inbox-writes.ts';
import { getMessage, listMessages, messagesBehind, shownMessage } from './message-list.ts';

const mostOfOne = 1000;
const columns = ['name', 'departmentName', 'state', 'assigneeName', 'at', 'direction', 'kind', 'text', 'byName'] as const;

/** Messages of conversations as a file, the oldest conversation first, each with its last thousand messages. */
export const messageJob: JobKind<Parsed<typeof contract.messageExport>, MadeSheet> = {
  kind: 'message.export',
  title: { namespace: 'public-replies', key: 'job.message.export' },
  code: userMessagePage.button.export,
  run: (context, { snoId, format, filter = {} }) => {
    const { services, caller } = context;
    const word = (key: string): string => services.texts.text(caller.language, 'public-replies', key);
    const means = { db: services.database.db, caller, services };
    async function* rows(): AsyncGenerator<Cell[]> {
      for await (const conversations of everyConversation(means, snoId, filter))
        for (const { employeeId, name, departmentName, state, assigneeName } of conversations) {
          const messages = await messagesBehind(means.db, { snoId, employeeId }, { place: undefined, limit: mostOfOne });
          for (const { at, direction, kind, text, byName } of messages.toReversed().map(shownMessage))
            yield [
              name,
              departmentName,
              word(`userConversation.state.${state}`),
              assigneeName,
              moment(at),
              word(`message.direction.${direction}`),
              word(`message.kind.${kind}`),
              text,
              byName,
            ];
        }
    }
    return keepSheet(context, {
      title: word('job.message.export'),
      header: columns.map((column) => word(`userConversation.column.${column}`)),
      rows: rows(),
      format,
      query: { snoId, ...filter },
    });
  },
};

/** The inbox of accounts. */
export const inboxRoutes: readonly BoundRoute[] = [
  handle(contract.conversationList, listConversations),
  handle(contract.conversationGet, getConversation),
  handle(contract.userMessageList, listMessages),
  handle(contract.userMessageGet, getMessage),
  handle(contract.inboxColleagues, listColleagues),
  handle(contract.messageReply, replyTo),
  handle(contract.messageAssign, assign),
  handle(contract.messageClose, close),
  handle(contract.messageReopen, reopen),
  handle(contract.messageStar, star),
  handle(contract.messageNote, addNote),
  handle(contract.messageForward, forward),
  handle(contract.messageBlock, block),
  handle(contract.messageExport, async (call, input) => {
    await assertMay(call.db, call.caller, input.snoId, 'reply');
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, messageJob, input) }));
  }),
];
