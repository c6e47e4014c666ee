import { sql, type Selectable } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { CoreServices } from '#kit/server/services.ts';
import type { MessageView } from '../../common/client/message.schema.ts';
import type { MessageTable } from '../im.table.ts';
import { viewOf } from './view.ts';

/** Which messages of a conversation a member reads. */
export interface Seat {
  fromSeq: number;
  leftSeq: number | null;
  clearedSeq: number;
}

/** The place of somebody in a conversation, also of who left; undefined for a stranger. */
async function seatOf(db: Db, conversationId: string, uid: string): Promise<Seat | undefined> {
  const row = await db
    .selectFrom('im_member')
    .select(['from_seq as fromSeq', 'left_seq as leftSeq', 'cleared_seq as clearedSeq'])
    .where('conversation_id', '=', conversationId)
    .where('employee_id', '=', uid)
    .executeTakeFirst();
  return row;
}

/** Messages of a conversation that somebody may read, in their order. */
export async function historyOf(
  { database: { db }, secrets }: Pick<CoreServices, 'database' | 'secrets'>,
  uid: string,
  wish: { conversationId: string; before?: number | undefined; after?: number | undefined; limit: number; since?: number | undefined },
): Promise<MessageView[]> {
  const seat = await seatOf(db, wish.conversationId, uid);
  if (!seat) throw new Refusal(16003);
  const low = Math.max(seat.fromSeq, seat.clearedSeq, wish.after ?? 0);
  const high = Math.min(seat.leftSeq ?? Number.MAX_SAFE_INTEGER, (wish.before ?? Number.MAX_SAFE_INTEGER) - 1);
  const forward = wish.after !== undefined;
  const { rows } = await sql<Selectable<MessageTable>>`select * from im_message where conversation_id = ${wish.conversationId}::uuid
    and seq > ${low} and seq <= ${high} ${wish.since === undefined ? sql`` : sql`and sent_at >= ${wish.since}`}
    order by seq ${sql.raw(forward ? 'asc' : 'desc')} limit ${wish.limit}`.execute(db);
  const views = rows.map((row) => viewOf({ secrets }, row));
  return forward ? views : views.toReversed();
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
