import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import type { messageRecall, recallGet, recallList, recallPreview, RecallOrder } from '../../common/message.contract.ts';
import { announce } from '../engine/message-events.ts';
import { changeOf, recallIn, type Recallable } from '../engine/recall.ts';
import { heldWhere } from '../cases/holds.ts';
import { systemSender } from '../system-sender.ts';
import { messageInRange } from './message.query.ts';

type Selection = Parsed<typeof recallPreview>;

/** So many messages are recalled by one order. */
const mostMessages = 5_000;

/** Which messages a selection means, as a condition on `msg` and `c`. */
async function chosen(call: Call, { ids, senderId, from, to, copiesOf }: Selection): Promise<RawBuilder<boolean>> {
  if (ids) return sql`msg.id = any(${ids}::uuid[])`;
  if (copiesOf !== undefined) {
    const { rows } = await sql<{ digest: Buffer | null; files: string[] }>`select digest, file_ids as files from im_message
      where id = ${copiesOf}::uuid`.execute(call.db);
    const [first] = rows;
    if (!first) throw call.caller.scope().all ? notFound() : outOfRange();
    return sql`(msg.digest = ${first.digest} or (msg.file_ids && ${first.files}::uuid[]))`;
  }
  if (senderId === undefined || from === undefined || to === undefined)
    throw new InvalidInput([{ path: 'ids', namespace: 'messaging', key: 'recall.nothing' }]);
  return sql`msg.sender_id = ${senderId}::uuid and msg.sent_at between ${from} and ${to}`;
}

async function selected(call: Call, selection: Selection): Promise<(Recallable & { sender_id: string; digest: Buffer | null })[]> {
  const where = await chosen(call, selection);
  const { rows } = await sql<
    Recallable & { sender_id: string; digest: Buffer | null; visible: boolean }
  >`select msg.id, msg.conversation_id, msg.seq,
      msg.state, msg.sender_id, msg.digest, ${messageInRange(call, call.caller.scope())} as visible
    from im_message msg join im_conversation c on c.id = msg.conversation_id
    where ${where} and msg.kind not in ('event', 'recall') and msg.state not in ('recalled', 'expired') limit ${mostMessages}`.execute(
    call.db,
  );
  const { ids } = selection;
  if (!ids) return rows.filter(({ visible }) => visible);
  // One that is named and lies outside refuses the whole.
  if (rows.some(({ visible }) => !visible) || (!call.caller.scope().all && rows.length < ids.length)) throw outOfRange();
  return rows;
}

const distinct = <T>(all: readonly T[]): T[] => [...new Set(all)];

/** What recalling would reach. */
export async function previewRecall(call: Call, selection: Selection): Promise<Reply<typeof recallPreview>> {
  const messages = await selected(call, selection);
  const ids = messages.map(({ id }) => id);
  const { rows } = await sql<{ people: number; terminals: number; read: number; copies: number; held: number }>`
    with picked as (select msg.* from im_message msg where msg.id = any(${ids}::uuid[]))
    select (select count(distinct m.employee_id)::int from picked p join im_member m on m.conversation_id = p.conversation_id
        and m.from_seq < p.seq and (m.left_seq is null or m.left_seq >= p.seq)) as people,
      (select count(distinct (d.employee_id, d.device_id))::int from picked p join im_delivery d on d.conversation_id = p.conversation_id
        and d.delivered_seq >= p.seq) as terminals,
      (select count(distinct m.employee_id)::int from picked p join im_member m on m.conversation_id = p.conversation_id
        and m.read_seq >= p.seq and m.employee_id <> p.sender_id) as read,
      (select count(*)::int from im_message o where o.digest in (select digest from picked) and o.id <> all(${ids}::uuid[])
        and o.state not in ('recalled', 'expired')) as copies,
      (select count(*)::int from picked msg join im_conversation c on c.id = msg.conversation_id where ${heldWhere}) as held`.execute(
    call.db,
  );
  const senders = await call.services.directory.people(
    call.db,
    distinct(messages.map(({ sender_id }) => sender_id)),
    call.caller.language,
    call.caller.scope(),
  );
  const counts = rows[0]!;
  return {
    messages: messages.length,
    chats: distinct(messages.map(({ conversation_id }) => conversation_id)).length,
    people: counts.people,
    terminals: counts.terminals,
    readBefore: counts.read,
    copies: counts.copies,
    held: counts.held,
    senders: [...senders].map(([id, { name }]) => ({ id, name, messages: messages.filter((one) => one.sender_id === id).length })),
  };
}

/** Recalls messages: the order, the messages and the terminals that have them are written as one. */
export async function recallMessages(call: Call, input: Parsed<typeof messageRecall>): Promise<Reply<typeof messageRecall>> {
  const { reason, shownText, ...selection } = input;
  const { services, caller } = call;
  const messages = await selected(call, selection);
  if (messages.length === 0) throw new Refusal(16009);
  const preview = await previewRecall(call, { ids: messages.slice(0, 500).map(({ id }) => id) });
  const id = newId();
  const recalled = await call.write(async (tx) => {
    await tx
      .insertInto('im_recall_order')
      .values({
        id,
        at: services.now(),
        by_id: caller.uid,
        by_name: caller.name,
        reason,
        shown_text: shownText ? JSON.stringify(shownText) : null,
        messages: messages.length,
        chats: preview.chats,
        people: preview.people,
        read_before: preview.readBefore,
      })
      .execute();
    caller.touch({ kind: 'imRecall', id, name: reason });
    caller.note({ messages: messages.length, chats: preview.chats, reason });
    return recallIn(tx, services, messages, { sender: systemSender, shownText: shownText ?? null, orderId: id });
  });
  await announce(services, changeOf(recalled));
  return { recallOrderId: id, messages: recalled.length };
}

/** Orders are seen by who sees one of their messages. */
const orderVisible = (call: Call): RawBuilder<boolean> => {
  const range = call.caller.scope();
  return range.all
    ? sql`true`
    : sql`exists (select from im_recall_message rm join im_message msg on msg.id = rm.message_id join im_conversation c on c.id = msg.conversation_id
        where rm.order_id = o.id and ${messageInRange(call, range)})`;
};

const columns = sql`o.id, o.at, o.by_name as "byName", o.reason, o.messages, o.chats, o.people, o.read_before as "readBefore",
  (select count(distinct (t.employee_id, t.device_id))::int from im_recall_target t where t.order_id = o.id) as targeted,
  (select count(*)::int from (select from im_recall_target t where t.order_id = o.id group by t.employee_id, t.device_id
    having bool_and(t.acked_at is not null)) as done) as acknowledged`;

/** Orders to recall, the newest first. */
export async function listRecalls(call: Call, { pageNum, pageSize }: Parsed<typeof recallList>): Promise<Reply<typeof recallList>> {
  const where = orderVisible(call);
  const { rows } = await sql<RecallOrder>`select ${columns} from im_recall_order o where ${where} order by o.at desc, o.id
    limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(call.db);
  const counted = await sql<{ n: number }>`select count(*)::int as n from im_recall_order o where ${where}`.execute(call.db);
  const total = counted.rows[0]!.n;
  return { list: rows, total, pages: Math.ceil(total / pageSize) };
}

/** One order with its terminals. */
export async function getRecall(call: Call, { id }: Parsed<typeof recallGet>): Promise<Reply<typeof recallGet>> {
  const { rows } =
    await sql<RecallOrder>`select ${columns} from im_recall_order o where o.id = ${id}::uuid and ${orderVisible(call)}`.execute(call.db);
  if (!rows[0]) throw call.caller.scope().all ? notFound() : outOfRange();
  const { rows: terminals } = await sql<{
    employeeId: string;
    platform: number;
    deviceId: string;
    ackedAt: number | null;
    lastSeenAt: number | null;
  }>`
    select t.employee_id as "employeeId", t.platform, t.device_id as "deviceId",
      case when bool_and(t.acked_at is not null) then max(t.acked_at) end as "ackedAt",
      (select max(s.last_at) from terminal_session s where s.install_id = t.device_id) as "lastSeenAt"
    from im_recall_target t where t.order_id = ${id}::uuid group by t.employee_id, t.platform, t.device_id
    order by 4 nulls first, 1 limit 1000`.execute(call.db);
  const people = await call.services.directory.people(
    call.db,
    terminals.map(({ employeeId }) => employeeId),
    call.caller.language,
    call.caller.scope(),
  );
  return { ...rows[0], terminals: terminals.map((one) => ({ ...one, employeeName: people.get(one.employeeId)?.name ?? '' })) };
}
