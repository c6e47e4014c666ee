import { sql } from 'kysely';
import { gatherer, placed } from '#platform/gather.ts';
import type { Db } from '#kit/server/directory.ts';
import { perProduct } from '#kit/server/per-product.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { preparedMark } from '#platform/database/prepared.ts';
import { retryConflicts } from '#platform/database/retry-conflicts.ts';
import type { Sent } from '../rule/send-request.ts';
import { justWrittenOf } from './just-written.ts';
import { NotThere, postIn, pushAfterMillis, rowOf, type Post } from './post.ts';
import { frameOf, viewWith } from './view.ts';
import '../im.table.ts';

/** A statement that connections keep. */
const kept = sql.raw(preparedMark);

/** Messages of one transaction. */
const mostTogether = 200;

/** Under load what is sent within so many milliseconds shares a commit. */
const writtenApartMillis = 15;

/** What became of a message: `twice` where its client id was used already. */
type Written = Sent | 'notThere' | 'twice';

/**
 * Writes messages of people into conversations that are there. Those that are sent at the same time are written in one transaction: a commit
 * for each would be most of the work. Throws NotThere where the sender is in the conversation no more; undefined where one with its client id
 * was written meanwhile.
 */
export async function postOne(services: CoreServices, post: Post): Promise<Sent | undefined> {
  const written = await postsOf(services)(post);
  if (written === 'notThere') throw new NotThere();
  return written === 'twice' ? undefined : written;
}

const postsOf = perProduct((services: CoreServices) =>
  gatherer<Post, Written>(
    mostTogether,
    async (posts) => {
      try {
        return await retryConflicts(() => together(services, posts));
      } catch (error) {
        // One that can't be written must not take the others along.
        return posts.length === 1 ? refusedAs(error) : Promise.all(posts.map((post) => alone(services, post)));
      }
    },
    { apartMillis: writtenApartMillis },
  ),
);

async function alone(services: CoreServices, post: Post): Promise<Written> {
  try {
    return await retryConflicts(() => services.database.db.transaction().execute((tx) => postIn(tx, services, post)));
  } catch (error) {
    return refusedAs(error)[0]!;
  }
}

function refusedAs(error: unknown): Written[] {
  if (error instanceof NotThere) return ['notThere'];
  if (isTwice(error)) return ['twice'];
  throw error;
}

/** Whether a message with the same client id was written meanwhile. */
export const isTwice = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, 'code') === '23505' && Reflect.get(error, 'constraint') === 'im_message_client';

async function together(services: CoreServices, posts: readonly Post[]): Promise<Written[]> {
  const written = await services.database.db.transaction().execute((tx) => writePosts(tx, services, posts));
  // Only now: what is not committed must never be at hand.
  const atHand = justWrittenOf(services);
  return written.map(({ row, sent }, at) => {
    if (typeof sent !== 'string')
      atHand.add(sent.conversationId, { seq: sent.seq, frame: frameOf(viewWith({ ...row, seq: sent.seq }, posts[at]!.body)) });
    return sent;
  });
}

/** Writes messages in a transaction, in the order of their conversations: the row of each, and what became of it. Who is told is `announce`, after the commit. */
export async function writePosts(
  tx: Db,
  services: Pick<CoreServices, 'secrets' | 'now'>,
  posts: readonly Post[],
): Promise<{ row: ReturnType<typeof rowOf>; sent: Written }[]> {
  const now = services.now();
  const rows = posts.map((post) => rowOf(services, post, now));
  const given = rows.map(({ wish_hash: hash, digest, ...row }, at) => ({
    n: at + 1,
    ...row,
    wish_hash: hash.toString('hex'),
    digest: digest?.toString('hex') ?? null,
  }));
  // Always in one order: two processes that write to the same conversations wait for one another, and not in a circle.
  const conversations = [...new Set(rows.map(({ conversation_id: id }) => id))];
  await sql`${kept} select from im_conversation where id = any(${conversations}::uuid[]) order by id for update`.execute(tx);
  const { rows: numbered } = await sql<{ n: number; there: boolean; seq: number | null }>`${kept} ${written(
    JSON.stringify(given),
    now,
  )}`.execute(tx);
  const found = placed(rows.length, numbered);
  return rows.map((row, at) => {
    const { there = false, seq = null } = found[at] ?? {};
    if (!there) return { row, sent: 'notThere' };
    if (seq === null) return { row, sent: 'twice' };
    return { row, sent: { messageId: row.id, conversationId: row.conversation_id, seq, sentAt: now, state: row.state } };
  });
}

const columns =
  sql.raw(`id, conversation_id, client_id, wish_hash, sender_kind, sender_id, device_id, platform, via, kind, body, original, size,
  file_ids, mentions, mention_all, reply_to, forward_of, digest, flags, state, sent_at, claimed_at`);
const given =
  sql.raw(`n int, id uuid, conversation_id uuid, client_id uuid, wish_hash text, sender_kind text, sender_id uuid, device_id text,
  platform smallint, via text, kind text, body text, original text, size int, file_ids uuid[], mentions uuid[], mention_all boolean, reply_to bigint,
  forward_of uuid, digest text, flags text[], state text, sent_at bigint, claimed_at bigint`);
const values =
  sql.raw(`f.id, f.conversation_id, client_id, decode(wish_hash, 'hex'), sender_kind, sender_id, device_id, platform, via, kind, body, original,
  f.size, file_ids, mentions, mention_all, reply_to, forward_of, decode(digest, 'hex'), flags, state, sent_at, claimed_at`);

/** Numbers that follow each other in each conversation, for those whose senders are in it (an account is in its own) and whose client ids are new. */
const written = (
  rows: string,
  now: number,
) => sql`with given as (select g.*, (m.employee_id is not null or g.sender_kind = 'account') as there
    from jsonb_to_recordset(${rows}::jsonb) as g(${given})
    left join im_member m on m.conversation_id = g.conversation_id and m.employee_id = g.sender_id and m.left_seq is null),
  fresh as (select distinct on (sender_id, client_id) * from given g where there
    and not exists (select from im_message b where b.sender_id = g.sender_id and b.client_id = g.client_id) order by sender_id, client_id, n),
  moved as (update im_conversation c set last_seq = last_seq + f.many, last_at = greatest(last_at, ${now}::bigint), bytes = c.bytes + f.bytes
    from (select conversation_id, count(*) as many, sum(size) as bytes from fresh group by conversation_id) f where c.id = f.conversation_id
    returning c.id, c.last_seq - f.many as before),
  added as (insert into im_message (${columns}, seq)
    select ${values}, m.before + row_number() over (partition by f.conversation_id order by f.n) from fresh f join moved m on m.id = f.conversation_id
    returning id, conversation_id, seq),
  due as (insert into im_outbox (conversation_id, seq, due_at) select conversation_id, seq, ${now + pushAfterMillis}::bigint from added)
  select g.n, g.there, a.seq from given g left join added a on a.id = g.id`;
