import { sql } from 'kysely';
import { gatherer, placed } from '#platform/gather.ts';
import { perProduct } from '#kit/server/per-product.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { preparedMark } from '#platform/database/prepared.ts';
import { settingsOf } from '../settings.ts';
import { conversationColumns, type Conversation } from './conversations.ts';
import '../im.table.ts';

/**
 * What sending asks about people and conversations. Messages that are sent at the same time are asked about together, in one statement for
 * each question: a statement for each message costs more than what it looks up.
 */
const mostTogether = 500;

/** A statement that connections keep. */
const kept = sql.raw(preparedMark);

/** A conversation by its id. */
export const conversationFor = perProduct(({ database: { db } }) =>
  gatherer(mostTogether, async (ids: readonly string[]) => {
    const { rows } = await sql<Conversation & { n: number }>`${kept} select n::int as n, ${conversationColumns}
      from unnest((select ${ids}::uuid[])) with ordinality as asked(wanted, n) join im_conversation on id = wanted`.execute(db);
    return placed(ids.length, rows);
  }),
);

/** The message that somebody sent before under a client id. */
export interface SentBefore {
  readonly n: number;
  readonly id: string;
  readonly conversation_id: string;
  readonly seq: number;
  readonly sent_at: number;
  readonly wish_hash: Buffer;
  readonly original: string | null;
}

export const sentUnder = perProduct(({ database: { db } }) =>
  gatherer(mostTogether, async (asked: readonly { readonly uid: string; readonly clientId: string }[]) => {
    const [uids, clients] = [asked.map(({ uid }) => uid), asked.map(({ clientId }) => clientId)];
    const { rows } = await sql<SentBefore>`${kept} select n::int as n, m.id, conversation_id, seq, sent_at, wish_hash, original
      from unnest((select ${uids}::uuid[]), (select ${clients}::uuid[])) with ordinality as asked(uid, client, n)
      join im_message m on m.sender_id = asked.uid and m.client_id = asked.client`.execute(db);
    return placed(asked.length, rows);
  }),
);

/** How somebody's account stands, and until when a decision on a report silences them. */
export const standingOf = perProduct(({ database: { db }, now }: Pick<CoreServices, 'database' | 'now'>) =>
  gatherer(mostTogether, async (ids: readonly string[]) => {
    const { rows } = await sql<{
      n: number;
      status: string;
      until: number | null;
    }>`${kept} select n::int as n, e.status, s.until_at as until
      from unnest((select ${ids}::uuid[])) with ordinality as asked(id, n) join employee e on e.id = asked.id
      left join im_silence s on s.employee_id = e.id and s.until_at > ${now()}`.execute(db);
    return placed(ids.length, rows);
  }),
);

/** Whether somebody is in a conversation now; undefined where not. */
export const seatOf = perProduct(({ database: { db } }) =>
  gatherer(mostTogether, async (seats: readonly { readonly conversationId: string; readonly uid: string }[]) => {
    const [conversations, uids] = [seats.map(({ conversationId }) => conversationId), seats.map(({ uid }) => uid)];
    const { rows } = await sql<{ n: number }>`${kept} select n::int as n
      from unnest((select ${conversations}::uuid[]), (select ${uids}::uuid[])) with ordinality as asked(conversation, uid, n)
      join im_member m on m.conversation_id = asked.conversation and m.employee_id = asked.uid and m.left_seq is null`.execute(db);
    return placed(seats.length, rows);
  }),
);

/** How much somebody wrote in the last ten seconds, since when, and in the last hour. */
export const writtenBy = perProduct((services: Pick<CoreServices, 'database' | 'now'>) =>
  gatherer(mostTogether, async (uids: readonly string[]) => {
    const { perHour } = await settingsOf(services).now();
    const now = services.now();
    const { rows } = await sql<{ n: number; brief: number; hour: number; oldest: number | null }>`${kept}
      select n::int as n, own.* from unnest((select ${uids}::uuid[])) with ordinality as asked(uid, n) cross join lateral (
        select count(*) filter (where sent_at > ${now - 10_000})::int as brief, count(*)::int as hour,
          min(sent_at) filter (where sent_at > ${now - 10_000}) as oldest
        from (select sent_at from im_message where sender_id = asked.uid and sent_at > ${now - 3_600_000}
          and not flags @> '{bulk}' order by sent_at desc limit ${perHour + 1}) as last) as own`.execute(services.database.db);
    return placed(uids.length, rows);
  }),
);
