import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { containing, readPage } from '#kit/server/read-page.ts';
import type { CommentFilter, commentList, CommentRow } from '../../common/comment.contract.ts';
import type { CommentState } from '../../common/words.ts';
import { partTitle, pushSeen, type PushFacts } from '../readers/push-facts.ts';

type Means = Pick<Call, 'db' | 'caller' | 'services'>;

interface Stored {
  id: string;
  articleId: string;
  parentId: string | null;
  authorId: string | null;
  text: string;
  at: number;
  state: CommentState;
  featured: boolean;
  likes: number;
  replies: number;
  heldBecause: CommentRow['heldBecause'];
  reason: string;
  decidedBy: string;
  decidedAt: number | null;
}

const columns = sql`c.id, c.article_id as "articleId", c.parent_id as "parentId", c.employee_id as "authorId", c.text, c.created_at as at, c.state,
  c.featured, c.likes, (select count(*)::int from push_comment r where r.parent_id = c.id and r.state <> 'deleted') as replies,
  c.held_because as "heldBecause", c.reason, c.decided_by_name as "decidedBy", c.decided_at as "decidedAt"`;

function whereOf({
  pushId,
  articleId,
  state,
  authorId,
  text,
  wordHit,
  featured,
  hasReply,
  from,
  to,
}: CommentFilter): RawBuilder<boolean>[] {
  const where: RawBuilder<boolean>[] = [
    sql`c.push_id = ${pushId}::uuid`,
    state === undefined ? sql<boolean>`c.state <> 'deleted'` : sql<boolean>`c.state = ${state}`,
  ];
  if (articleId !== undefined) where.push(sql`c.article_id = ${articleId}::uuid`);
  if (authorId !== undefined) where.push(sql`c.employee_id = ${authorId}::uuid`);
  if (text) where.push(sql`c.text ilike ${containing(text)}`);
  if (wordHit !== undefined) where.push(sql`(coalesce(c.held_because, '') = 'word') = ${wordHit}`);
  if (featured !== undefined) where.push(sql`c.featured = ${featured}`);
  if (hasReply !== undefined)
    where.push(sql`exists (select from push_comment r where r.parent_id = c.id and r.state <> 'deleted') = ${hasReply}`);
  if (from !== undefined) where.push(sql`c.created_at >= ${from}::bigint`);
  if (to !== undefined) where.push(sql`c.created_at <= ${to}::bigint`);
  return where;
}

const orders: Readonly<Record<string, RawBuilder<unknown>>> = {
  at: sql`c.created_at, c.id`,
  '-at': sql`c.created_at desc, c.id desc`,
  likes: sql`c.likes, c.id`,
  '-likes': sql`c.likes desc, c.id desc`,
};
/** What waits, the longest first; then the newest. */
const usual = sql`(c.state = 'waiting') desc, case when c.state = 'waiting' then c.created_at else -c.created_at end, c.id`;

/** A page of comments under a push. */
export async function listComments(means: Means, input: Parsed<typeof commentList>): Promise<Reply<typeof commentList>> {
  const push = await pushSeen(means.db, means.caller, input.pushId);
  const source = { columns, from: sql`push_comment c`, where: whereOf(input), order: orders[input.sort ?? ''] ?? usual };
  const { list, ...counted } = await readPage<Stored>(means.db, source, input);
  return { list: await commentRows(means, push, list), ...counted };
}

/** Comments as moderators see them: who wrote is read by whoever sees the account. */
async function commentRows({ db, caller, services }: Means, push: PushFacts, rows: readonly Stored[]): Promise<CommentRow[]> {
  const ids = rows.flatMap(({ authorId }) => authorId ?? []);
  const people = await services.directory.people(db, ids, caller.language);
  const official = services.texts.text(caller.language, 'public-fans', 'comment.official');
  return rows.map(({ at, decidedAt, ...row }) => ({
    ...row,
    at: Number(at),
    decidedAt: decidedAt === null ? null : Number(decidedAt),
    author: row.authorId === null ? official : (people.get(row.authorId)?.name ?? ''),
    departmentName: row.authorId === null ? '' : (people.get(row.authorId)?.departmentName ?? ''),
    articleTitle: partTitle(push, row.articleId, caller.language),
  }));
}

const pieceSize = 500;

/** All comments that a filter finds, the oldest first. */
export async function* allComments(means: Means, filter: CommentFilter): AsyncGenerator<CommentRow> {
  const push = await pushSeen(means.db, means.caller, filter.pushId);
  let last: Stored | undefined;
  for (;;) {
    const after = last ? [sql<boolean>`(c.created_at, c.id) > (${last.at}::bigint, ${last.id}::uuid)`] : [];
    const { rows } = await sql<Stored>`select ${columns} from push_comment c
      where ${sql.join([...whereOf(filter), ...after], sql` and `)} order by c.created_at, c.id limit ${pieceSize}`.execute(means.db);
    yield* await commentRows(means, push, rows);
    if (rows.length < pieceSize) return;
    last = rows.at(-1);
  }
}
