import { sql } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { handleClient, sessionOf, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { notFound, Refusal } from '#kit/server/refusal.ts';
import { screenText } from '#modules/messaging/server/public.ts';
import { standingsOf } from '#modules/public-accounts/server/public.ts';
import * as contract from '../../common/client.contract.ts';
import { commentPace, type CommentState } from '../../common/words.ts';
import { isClosed, isRecalled, partsOf, pushFacts, type PushFacts } from '../readers/push-facts.ts';
import { listOf } from './client-list.ts';

const dayMillis = 86_400_000;
/** The same words of one person under one push, held from so many on. */
const sameTexts = 3;

/** What terminals do with comments. */
export const commentClientRoutes: readonly BoundClientRoute[] = [
  handleClient(contract.clientCommentList, async (call, input) => listOf(call, await readable(call, input), input)),
  handleClient(contract.clientCommentAdd, add),
  handleClient(contract.clientCommentDelete, async (call, { id }) => {
    const { uid } = sessionOf(call);
    return call.write(async (tx) => {
      const { rows } = await sql<{
        id: string;
      }>`update push_comment set state = 'deleted', featured = false, updated_at = ${call.services.now()},
        updated_by = ${uid} where id = ${id}::uuid and employee_id = ${uid}::uuid and state <> 'deleted' returning id`.execute(tx);
      if (rows.length === 0) throw notFound();
      await sql`update push_comment set state = 'deleted' where parent_id = ${id}::uuid and state <> 'deleted'`.execute(tx);
      return { count: rows.length };
    });
  }),
  handleClient(contract.clientCommentLike, like),
];

/** A push that was delivered to the person and has such a part; 10404 for any other, 15071 once it is withdrawn. */
async function readable(call: ClientCall, { pushId, articleId }: { pushId: string; articleId: string }): Promise<PushFacts> {
  const { uid } = sessionOf(call);
  const push = await pushFacts(call.db, pushId);
  const { rows } = await sql`select from push_target where push_id = ${pushId}::uuid and employee_id = ${uid}::uuid and state = 1`.execute(
    call.db,
  );
  if (!push || rows.length === 0 || !partsOf(push, 'zh_CN').some(({ id }) => id === articleId)) throw notFound();
  if (isRecalled(push)) throw new Refusal(15071);
  if (!push.enabled) throw new Refusal(15010);
  return push;
}

/** Refuses who may not say anything here: blocked, or outside of those whom the policy means (15013); 15080 when it is over. */
async function assertMayWrite({ db, services }: { db: Db; services: ClientCall['services'] }, push: PushFacts, uid: string): Promise<void> {
  if (isClosed(push, services.now())) throw new Refusal(15080);
  const standing = (await standingsOf(db, uid)).find(({ snoId }) => snoId === push.snoId);
  if (!standing || standing.blocked || (push.policy.who === 'fans' && !standing.follows)) throw new Refusal(15013);
}

async function add(
  call: ClientCall,
  input: ClientInput<typeof contract.clientCommentAdd>,
): Promise<ClientReply<typeof contract.clientCommentAdd>> {
  const { uid } = sessionOf(call);
  const { services } = call;
  const push = await readable(call, input);
  const known = await sameOf(call.db, uid, input.clientId);
  if (known) return known;
  await assertMayWrite(call, push, uid);
  const { text, isWord } = await screened(call, input.text, uid);
  return call.write(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`comment ${uid}`}, 15))`.execute(tx);
    const again = await sameOf(tx, uid, input.clientId);
    if (again) return again;
    const now = services.now();
    await assertPace(tx, uid, now);
    const parentId = input.parentId === null ? null : await parentOf(tx, { ...input, parentId: input.parentId, uid });
    const isFlood = (await sameTextCount(tx, { uid, pushId: push.id, text })) >= sameTexts - 1;
    const isHeld = push.policy.mode !== 'open' || isWord || isFlood;
    const [id, state] = [newId(), isHeld ? ('waiting' as const) : ('shown' as const)];
    await sql`insert into push_comment (id, created_at, created_by, updated_at, updated_by, push_id, sno_id, article_id, employee_id, parent_id, text,
        state, held_because, own_id)
      values (${id}::uuid, ${now}, ${uid}, ${now}, ${uid}, ${push.id}::uuid, ${push.snoId}::uuid, ${input.articleId}::uuid, ${uid}::uuid,
        ${parentId}::uuid, ${text}, ${state}, ${isWord ? 'word' : isHeld ? 'review' : null}, ${input.clientId}::uuid)`.execute(tx);
    return { id, state };
  });
}

/** A comment that the terminal sent before under the same id. */
async function sameOf(db: Db, uid: string, clientId: string): Promise<{ id: string; state: CommentState } | undefined> {
  const { rows } = await sql<{ id: string; state: CommentState }>`select id, state from push_comment
    where employee_id = ${uid}::uuid and own_id = ${clientId}::uuid`.execute(db);
  return rows[0];
}

/** One comment in so many seconds and so many a day (15083, with the seconds to wait). */
async function assertPace(tx: Tx, uid: string, now: number): Promise<void> {
  const { rows } = await sql<{ at: number }>`select created_at as at from push_comment
    where employee_id = ${uid}::uuid and created_at > ${now - dayMillis} order by created_at desc limit ${commentPace.mostInDay}`.execute(
    tx,
  );
  const waits = [
    { at: rows[0]?.at, span: commentPace.apartMillis },
    { at: rows[commentPace.mostInDay - 1]?.at, span: dayMillis },
  ].flatMap(({ at, span }) => (at === undefined ? [] : [Number(at) + span - now]));
  const n = Math.ceil(Math.max(0, ...waits) / 1000);
  if (n > 0) throw new Refusal(15083, { n }, { retryAfter: n });
}

/** The comment below which a reply stands: replies have one level. What nobody sees yet is not replied to (15081 for its author). */
async function parentOf(
  tx: Tx,
  { parentId, pushId, articleId, uid }: { parentId: string; pushId: string; articleId: string; uid: string },
): Promise<string> {
  const { rows } = await sql<{ id: string; state: CommentState; own: boolean }>`select coalesce(parent_id, id) as id, state,
      coalesce(employee_id = ${uid}::uuid, false) as own from push_comment
    where id = ${parentId}::uuid and push_id = ${pushId}::uuid and article_id = ${articleId}::uuid and state <> 'deleted'`.execute(tx);
  const [parent] = rows;
  if (!parent || (parent.state !== 'shown' && !parent.own)) throw notFound();
  if (parent.state !== 'shown') throw new Refusal(15081);
  return parent.id;
}

async function sameTextCount(tx: Tx, { uid, pushId, text }: { uid: string; pushId: string; text: string }): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from push_comment
    where employee_id = ${uid}::uuid and push_id = ${pushId}::uuid and text = ${text}`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** The text as it is kept: words that are replaced are replaced, words that are blocked hold it for review. */
async function screened({ services }: ClientCall, text: string, uid: string): Promise<{ text: string; isWord: boolean }> {
  try {
    return { text: await screenText(services, { text, place: 'comment', uid }), isWord: false };
  } catch (error) {
    if (error instanceof Refusal && error.answer === 16061) return { text, isWord: true };
    throw error;
  }
}

async function like(
  call: ClientCall,
  { id, like: isLiked }: ClientInput<typeof contract.clientCommentLike>,
): Promise<ClientReply<typeof contract.clientCommentLike>> {
  const { uid } = sessionOf(call);
  const { rows: found } = await sql<{ pushId: string; articleId: string; state: CommentState; own: boolean }>`select push_id as "pushId",
      article_id as "articleId", state, coalesce(employee_id = ${uid}::uuid, false) as own from push_comment where id = ${id}::uuid and state <> 'deleted'`.execute(
    call.db,
  );
  const [comment] = found;
  if (!comment || (comment.state !== 'shown' && !comment.own)) throw notFound();
  const push = await readable(call, comment);
  if (comment.state !== 'shown') throw new Refusal(15081);
  const standing = (await standingsOf(call.db, uid)).find(({ snoId }) => snoId === push.snoId);
  if (standing?.blocked) throw new Refusal(15013);
  return call.write(async (tx) => {
    await sql`select from push_comment where id = ${id}::uuid for update`.execute(tx);
    if (isLiked)
      await sql`insert into push_comment_like (comment_id, employee_id, at) values (${id}::uuid, ${uid}::uuid, ${call.services.now()})
        on conflict do nothing`.execute(tx);
    else await sql`delete from push_comment_like where comment_id = ${id}::uuid and employee_id = ${uid}::uuid`.execute(tx);
    const { rows } = await sql<{
      likes: number;
    }>`update push_comment set likes = (select count(*)::int from push_comment_like l where l.comment_id = ${id}::uuid)
      where id = ${id}::uuid returning likes`.execute(tx);
    return { likes: rows[0]?.likes ?? 0, liked: isLiked };
  });
}
