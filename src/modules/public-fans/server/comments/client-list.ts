import { sql } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { sessionOf, type ClientCall } from '#kit/server/client/handle-client.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import { pick, type LocalDraft } from '#kit/common/language.ts';
import type { clientCommentList } from '../../common/client.contract.ts';
import type { CommentState } from '../../common/words.ts';
import { isClosed, type PushFacts } from '../readers/push-facts.ts';

/** Replies that stand below one comment. */
const mostReplies = 50;

interface Stored {
  id: string;
  parentId: string | null;
  authorId: string | null;
  text: string;
  at: number;
  likes: number;
  liked: boolean;
  state: CommentState;
  reason: string;
  featured: boolean;
}

type Answer = ClientReply<typeof clientCommentList>;

/** The place behind a comment, as a terminal carries it: featured or not, moment, id. */
const cursorOf = ({ featured, at, id }: Stored): string => `${featured ? 1 : 0}.${at}.${id}`;
function placeIn(after: string | undefined) {
  if (after === undefined) return undefined;
  const [featured = '', at = '', id = ''] = after.split('.');
  if (!/^[01]$/.test(featured) || !/^\d{1,16}$/.test(at) || !/^[0-9a-f-]{36}$/.test(id))
    throw new InvalidInput([{ path: 'after', namespace: 'kit', key: 'issue.custom' }]);
  return { featured: featured === '1', at, id };
}

/** The comments under a part of a push as one reader sees them. */
export async function listOf(call: ClientCall, push: PushFacts, input: ClientInput<typeof clientCommentList>): Promise<Answer> {
  const { uid } = sessionOf(call);
  const { db } = call;
  const { pushId, articleId, limit } = input;
  const columns = sql`c.id, c.parent_id as "parentId", c.employee_id as "authorId", c.text, c.created_at as at, c.likes, c.state, c.reason, c.featured,
    exists (select from push_comment_like l where l.comment_id = c.id and l.employee_id = ${uid}::uuid) as liked`;
  // Others see what is shown; where only what is picked is shown, only that and what the account says.
  const seen =
    push.policy.mode === 'featuredOnly'
      ? sql<boolean>`(c.state = 'shown' and (c.featured or c.employee_id is null or c.parent_id is not null))`
      : sql<boolean>`c.state = 'shown'`;
  const where = sql<boolean>`c.push_id = ${pushId}::uuid and c.article_id = ${articleId}::uuid
    and (${seen} or (c.employee_id = ${uid}::uuid and c.state <> 'deleted'))`;
  const place = placeIn(input.after);
  const behind = place
    ? sql<boolean>`(c.featured, c.created_at, c.id) < (${place.featured}, ${place.at}::bigint, ${place.id}::uuid)`
    : sql<boolean>`true`;
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<Stored>`select ${columns} from push_comment c where c.parent_id is null and ${where} and ${behind}
      order by c.featured desc, c.created_at desc, c.id desc limit ${limit + 1}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from push_comment c where ${where}`.execute(db),
  ]);
  const shown = rows.slice(0, limit);
  const { rows: replies } = await sql<Stored>`select reply.* from unnest(${shown.map(({ id }) => id)}::uuid[]) as parent(id), lateral (
      select ${columns} from push_comment c where c.parent_id = parent.id and ${where} order by c.created_at, c.id limit ${mostReplies}) as reply`.execute(
    db,
  );
  const named = await namer(call, push, [...shown, ...replies]);
  const below = Map.groupBy(replies, ({ parentId }) => parentId);
  return {
    mode: push.policy.mode,
    open: !isClosed(push, call.services.now()),
    total: counted[0]?.n ?? 0,
    list: shown.map((one) => ({ ...named(one), featured: one.featured, replies: (below.get(one.id) ?? []).map(named) })),
    next: rows.length > limit && shown.length > 0 ? cursorOf(shown.at(-1)!) : null,
  };
}

/** How a comment is shown: by the name of who wrote it, or by their department where names are not shown. */
async function namer({ db, caller, services, terminal }: ClientCall, push: PushFacts, rows: readonly Stored[]) {
  const ids = rows.flatMap(({ authorId }) => authorId ?? []);
  const [people, { rows: accounts }] = await Promise.all([
    services.directory.people(db, ids, caller.language),
    sql<{ name: LocalDraft }>`select name from sno where id = ${push.snoId}::uuid`.execute(db),
  ]);
  const official = accounts[0] ? pick(accounts[0].name, caller.language) : '';
  const uid = terminal.session?.uid;
  return ({ id, authorId, text, at, likes, liked, state, reason }: Stored) => {
    const own = authorId !== null && authorId === uid;
    const person = people.get(authorId ?? '');
    const name = push.policy.anonymousName && !own ? person?.departmentName : person?.name;
    const author = authorId === null ? official : (name ?? '');
    return { id, author, official: authorId === null, own, text, at: Number(at), likes, liked, state, reason: own ? reason : '' };
  };
}
