import { sql, type Selectable } from 'kysely';
import type { CoreServices } from '#kit/server/services.ts';
import type { SyncAnswer } from '../../common/client/message.schema.ts';
import type { MessageTable } from '../im.table.ts';
import { messagingSettings } from '../settings.ts';
import { conversationsOf, viewOf } from './view.ts';

/** Clocks and commits of several processes differ: what is asked for begins this much before the cursor. */
const overlapMillis = 60_000;
const mostConversations = 500;
/** Of one conversation: what lies further back is fetched as history, where the numbers show a gap. */
const newest = 20;

const dayMillis = 86_400_000;

/** The cursor of now. */
const cursorOf = (now: number): string => now.toString(36);

/** What changed for somebody since a cursor. A cursor that nobody gave is that of the beginning. */
export async function syncOf(services: CoreServices, uid: string, cursor: string | undefined): Promise<SyncAnswer> {
  const { db } = services.database;
  const now = services.now();
  const given = cursor === undefined ? Number.NaN : Number.parseInt(cursor, 36);
  const since = Number.isSafeInteger(given) ? given - overlapMillis : undefined;
  const { readMarks, historyDays } = await messagingSettings.now(services);
  const conversations = await conversationsOf(db, uid, { ...(since !== undefined && { since }), limit: mostConversations, readMarks });
  const from = since ?? now - historyDays * dayMillis;
  const { rows } = await sql<Selectable<MessageTable>>`select msg.* from unnest(${conversations.map(({ id }) => id)}::uuid[]) as c(id)
    join im_member m on m.conversation_id = c.id and m.employee_id = ${uid}::uuid
    cross join lateral (select * from im_message where conversation_id = c.id and seq > greatest(m.from_seq, m.cleared_seq)
      and seq <= coalesce(m.left_seq, seq) order by seq desc limit ${newest}) as msg
    where msg.sent_at >= ${from} order by msg.conversation_id, msg.seq`.execute(db);
  return { conversations, messages: rows.map((row) => viewOf(services, row)), next: cursorOf(now) };
}
