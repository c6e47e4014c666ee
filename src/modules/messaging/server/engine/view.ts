import { sql, type Selectable } from 'kysely';
import { textFrame } from '#kit/server/client/text-frame.ts';
import type { Db } from '#kit/server/directory.ts';
import type { CoreServices } from '#kit/server/services.ts';
import type { ConversationView, MessageView } from '../../common/client/message.schema.ts';
import type { MessageKind } from '../../common/words.ts';
import type { MessageTable } from '../im.table.ts';
import { openBody } from './content.ts';

/** What of a stored message is shown to terminals. */
export type ShownRow = Pick<
  Selectable<MessageTable>,
  | 'id'
  | 'conversation_id'
  | 'seq'
  | 'client_id'
  | 'sender_kind'
  | 'sender_id'
  | 'kind'
  | 'body'
  | 'file_ids'
  | 'mentions'
  | 'mention_all'
  | 'reply_to'
  | 'forward_of'
  | 'flags'
  | 'state'
  | 'sent_at'
>;

/** A message as terminals get it; what was recalled or is over says nothing. */
export function viewOf(services: Pick<CoreServices, 'secrets'>, row: ShownRow): MessageView {
  const silent = row.state === 'recalled' || row.state === 'expired';
  return viewWith({ ...row, file_ids: silent ? [] : row.file_ids }, silent ? null : openBody(services, row, row.body));
}

type Lists = 'file_ids' | 'mentions' | 'flags';

/** The same of a message whose content is known. */
export function viewWith(
  row: Readonly<Omit<ShownRow, 'body' | Lists>> & Readonly<Record<Lists, readonly string[]>>,
  body: MessageView['body'],
): MessageView {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    seq: row.seq,
    clientId: row.client_id,
    senderKind: row.sender_kind,
    senderId: row.sender_id,
    kind: row.kind as MessageKind,
    body,
    fileIds: [...row.file_ids],
    mentions: [...row.mentions],
    mentionAll: row.mention_all,
    replyTo: row.reply_to,
    forwardOf: row.forward_of,
    flags: row.flags.filter((flag) => flag === 'urgent' || flag === 'bulk'),
    state: row.state === 'held' ? 'normal' : row.state,
    sentAt: row.sent_at,
  };
}

/** A message as a frame of a connection; the same for everybody who gets it. */
export const frameOf = (message: MessageView): Buffer => textFrame(JSON.stringify({ type: 'message', message }));

/** Conversations of somebody, as their terminals get them. */
export async function conversationsOf(
  db: Db,
  uid: string,
  request: { since?: number; ids?: readonly string[]; shown?: boolean; limit: number; readMarks: string },
): Promise<ConversationView[]> {
  const narrowed = [
    ...(request.since === undefined ? [] : [sql`(c.last_at >= ${request.since} or m.changed_at >= ${request.since})`]),
    ...(request.shown ? [sql`(m.hidden_seq is null or m.hidden_seq < least(c.last_seq, coalesce(m.left_seq, c.last_seq)))`] : []),
    ...(request.ids ? [sql`c.id = any(${[...request.ids]}::uuid[])`] : []),
  ];
  const where = narrowed.length > 0 ? sql`and ${sql.join(narrowed, sql` and `)}` : sql``;
  const { rows } = await sql<ConversationView & { peerRead: number | null }>`
    select c.id, c.kind, c.group_id as "groupId", c.account_id as "accountId",
      case when c.kind = 'single' then case when c.one_id = ${uid}::uuid then c.other_id else c.one_id end end as "peerId",
      least(c.last_seq, coalesce(m.left_seq, c.last_seq)) as "lastSeq", c.last_at as "lastAt", m.from_seq as "fromSeq", m.left_seq as "leftSeq",
      m.read_seq as "readSeq", m.cleared_seq as "clearedSeq",
      coalesce(m.hidden_seq >= least(c.last_seq, coalesce(m.left_seq, c.last_seq)), false) as hidden, m.pinned, m.do_not_disturb as "doNotDisturb",
      (select p.read_seq from im_member p where c.kind = 'single' and p.conversation_id = c.id and p.employee_id <> ${uid}::uuid) as "peerRead"
    from im_member m join im_conversation c on c.id = m.conversation_id
    where m.employee_id = ${uid}::uuid ${where} order by c.last_at desc, c.id limit ${request.limit}`.execute(db);
  return rows.map(({ peerRead, ...row }) => ({ ...row, peerReadSeq: request.readMarks === 'off' ? null : peerRead }));
}
