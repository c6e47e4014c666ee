import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import { notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import type { messageContext, messageReceipts } from '../../common/message.contract.ts';
import { caseWhere, noteReading, openCaseOf } from '../cases/case.scope.ts';
import { messageInRange, readMessages, shownMessages } from './message.query.ts';

/** What stands around a message, as far as an open case covers it; the reading is written down first. */
export async function readAround(
  call: Call,
  { caseId, chat, messageId, n }: Parsed<typeof messageContext>,
): Promise<Reply<typeof messageContext>> {
  const { caller, db } = call;
  const found = await openCaseOf(call, caseId);
  const covered = sql<boolean>`${caseWhere(found)} and ${messageInRange(call, caller.scope(), true)} and msg.state <> 'expired'`;
  const { rows: about } = await sql<{ conversation: string; seq: number }>`select c.id as conversation, msg.seq from im_message msg
    join im_conversation c on c.id = msg.conversation_id where msg.id = ${messageId}::uuid and c.kind = ${chat} and ${covered}`.execute(db);
  const [middle] = about;
  if (!middle) throw new Refusal(16072);
  const near = sql<boolean>`c.id = ${middle.conversation}::uuid and msg.seq between ${middle.seq - n} and ${middle.seq + n}`;
  const { rows } = await readMessages(call, { chat }, { where: [covered, near], limit: 2 * n + 1 });
  await noteReading(call, found, { chat, around: messageId, ids: rows.map(({ id }) => id) });
  caller.note({ rows: rows.length });
  return { list: (await shownMessages(call, rows, true)).toSorted((one, other) => one.seq - other.seq) };
}

const mostNamed = 1_000;

/** Who has read a message in range: marks and terminals, never what it says. */
export async function receiptsOf(call: Call, { chat, id }: Parsed<typeof messageReceipts>): Promise<Reply<typeof messageReceipts>> {
  const { caller, db, services } = call;
  const range = caller.scope();
  const { rows: found } = await sql<{
    conversation: string;
    seq: number;
    sender: string;
  }>`select c.id as conversation, msg.seq, msg.sender_id as sender
    from im_message msg join im_conversation c on c.id = msg.conversation_id
    where msg.id = ${id}::uuid and c.kind = ${chat} and ${messageInRange(call, range)}`.execute(db);
  const [message] = found;
  if (!message) throw range.all ? notFound() : outOfRange();
  const { rows } = await sql<{
    id: string;
    read: boolean;
    terminals: number;
  }>`select m.employee_id as id, m.read_seq >= ${message.seq} as read,
      (select count(*)::int from im_delivery d where d.conversation_id = m.conversation_id and d.employee_id = m.employee_id
        and d.delivered_seq >= ${message.seq}) as terminals
    from im_member m where m.conversation_id = ${message.conversation}::uuid and m.employee_id <> ${message.sender}::uuid
      and m.from_seq < ${message.seq} and (m.left_seq is null or m.left_seq >= ${message.seq}) order by read desc, m.employee_id`.execute(
    db,
  );
  const named = rows.slice(0, mostNamed);
  const people = await services.directory.people(
    db,
    named.map((one) => one.id),
    caller.language,
    range,
  );
  return {
    readCount: rows.filter(({ read }) => read).length,
    total: rows.length,
    list: named.map((one) => ({ ...one, name: people.get(one.id)?.name ?? (range.all ? '' : outsideWord(caller.language)) })),
  };
}
