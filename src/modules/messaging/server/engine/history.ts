import { sql, type Selectable } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { CoreServices } from '#kit/server/services.ts';
import type { MessageView } from '../../common/client/message.schema.ts';
import type { MessageTable } from '../im.table.ts';
import { viewOf, type ShownRow } from './view.ts';
import { preparedMark } from '#platform/database/prepared.ts';

/** What a page reads; lists that are empty, as nearly all are, come as nothing. */
interface PageRow extends Omit<ShownRow, 'file_ids' | 'mentions' | 'flags'> {
  file_ids: string[] | null;
  mentions: string[] | null;
  flags: string[] | null;
}

const none: string[] = [];

/** Messages of a conversation that somebody may read, in their order. */
export async function historyOf(
  { database: { db }, secrets }: Pick<CoreServices, 'database' | 'secrets'>,
  uid: string,
  request: { conversationId: string; before?: number | undefined; after?: number | undefined; limit: number; since?: number | undefined },
): Promise<MessageView[]> {
  const forward = request.after !== undefined;
  const [from, to] = [request.after ?? 0, (request.before ?? Number.MAX_SAFE_INTEGER) - 1];
  // The place of the person and the page are one statement, which connections keep; without a place there is no row, without a message one of nothing.
  const { rows } = await sql<PageRow | { id: null }>`${sql.raw(preparedMark)} select msg.* from im_member m left join lateral (
      select id, conversation_id, seq, client_id, sender_kind, sender_id, kind, body, nullif(file_ids, '{}') as file_ids,
        nullif(mentions, '{}') as mentions, mention_all, reply_to, forward_of, nullif(flags, '{}') as flags, state, sent_at
      from im_message where conversation_id = m.conversation_id and seq > greatest(m.from_seq, m.cleared_seq, ${from}::bigint)
        and seq <= least(coalesce(m.left_seq, ${to}::bigint), ${to}::bigint) and sent_at >= ${request.since ?? 0}::bigint
      order by seq ${sql.raw(forward ? 'asc' : 'desc')} limit ${request.limit}::int) as msg on true
    where m.conversation_id = ${request.conversationId}::uuid and m.employee_id = ${uid}::uuid
    order by msg.seq`.execute(db);
  if (rows.length === 0) throw new Refusal(16003);
  return rows.flatMap((row) =>
    row.id === null
      ? []
      : viewOf({ secrets }, { ...row, file_ids: row.file_ids ?? none, mentions: row.mentions ?? none, flags: row.flags ?? none }),
  );
}

/** A message with the conversation in which somebody reads it; 16003 where they don't. */
export async function ownMessage(db: Db, uid: string, messageId: string): Promise<Selectable<MessageTable>> {
  const { rows } = await sql<Selectable<MessageTable>>`select msg.* from im_message msg
    join im_member m on m.conversation_id = msg.conversation_id and m.employee_id = ${uid}::uuid
    where msg.id = ${messageId}::uuid and msg.seq > greatest(m.from_seq, m.cleared_seq) and (m.left_seq is null or msg.seq <= m.left_seq)`.execute(
    db,
  );
  if (!rows[0]) throw new Refusal(16003);
  return rows[0];
}
