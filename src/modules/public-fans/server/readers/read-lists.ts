import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { orderOf, readPage } from '#kit/server/read-page.ts';
import { directory } from '#modules/people/server/public.ts';
import type { likeList, readList, readUnread } from '../../common/reader.contract.ts';
import type { Means } from '../sheet-job.ts';
import { partTitle, pushSeen } from './push-facts.ts';

interface Person {
  readonly employeeId: string;
  readonly title: string | null;
}

/** Names, departments and titles of people: of an account in reach they are read by whoever sees it. */
async function withNames<R extends Person>({ db, caller, services }: Means, rows: readonly R[]) {
  const people = await services.directory.people(
    db,
    rows.map(({ employeeId }) => employeeId),
    caller.language,
  );
  return rows.map((row) => ({
    ...row,
    title: row.title ?? '',
    name: people.get(row.employeeId)?.name ?? '',
    departmentName: people.get(row.employeeId)?.departmentName ?? '',
  }));
}

const under = (column: string, departmentId: string | undefined): RawBuilder<boolean>[] =>
  departmentId === undefined
    ? []
    : [sql<boolean>`${sql.ref(column)} in (select id from (${directory.employeesUnder([departmentId])}) as under)`];

interface Reaction extends Person {
  readonly id: string;
  readonly kind: 'like' | 'link' | 'menu';
  readonly articleId: string;
  readonly target: string;
  readonly at: number;
}

/** Likes and clicks of a push. */
export async function listReactions(means: Means, input: Parsed<typeof likeList>): Promise<Reply<typeof likeList>> {
  const { pushId, articleId, departmentId, kind, from, to, sort } = input;
  const push = await pushSeen(means.db, means.caller, pushId);
  const all = sql`(select push_id, article_id, employee_id, at, 'like' as kind, '' as target,
      'like.' || article_id || '.' || employee_id as id from push_like where push_id = ${pushId}::uuid
    union all select push_id, article_id, employee_id, at, kind, target, id::text from push_click where push_id = ${pushId}::uuid) as r
    join employee e on e.id = r.employee_id`;
  const where: RawBuilder<boolean>[] = [
    sql`true`,
    ...(articleId === undefined ? [] : [sql<boolean>`r.article_id = ${articleId}::uuid`]),
    ...(kind === undefined ? [] : [sql<boolean>`r.kind = ${kind}`]),
    ...(from === undefined ? [] : [sql<boolean>`r.at >= ${from}::bigint`]),
    ...(to === undefined ? [] : [sql<boolean>`r.at <= ${to}::bigint`]),
    ...under('r.employee_id', departmentId),
  ];
  const source = {
    columns: sql`r.id, r.employee_id as "employeeId", e.title, r.kind, r.article_id as "articleId", r.target, r.at`,
    from: all,
    where,
    order: orderOf(sort ?? '-at', { at: sql`r.at` }, sql`r.id`),
  };
  const { list, ...counted } = await readPage<Reaction>(means.db, source, input);
  const named = await withNames(means, list);
  const title = (id: string): string => partTitle(push, id, means.caller.language);
  return { list: named.map(({ articleId: part, ...row }) => ({ ...row, at: Number(row.at), articleTitle: title(part) })), ...counted };
}

interface ReaderRow extends Person {
  readonly id: string;
  readonly firstAt: number;
  readonly times: number;
  readonly seconds: number;
  readonly scrolled: number;
  readonly platform: number | null;
}

/** Who read a push, or one part of it: each person to whom it was delivered once. */
export async function listReads(means: Means, input: Parsed<typeof readList>): Promise<Reply<typeof readList>> {
  const { pushId, articleId, departmentId, from, to, seconds, sort } = input;
  await pushSeen(means.db, means.caller, pushId);
  const part = articleId === undefined ? sql`` : sql` and r.article_id = ${articleId}::uuid`;
  const source = {
    columns: sql`t.employee_id as id, t.employee_id as "employeeId", e.title, f.first_at as "firstAt", f.times, f.seconds, f.scrolled, f.platform`,
    from: sql`push_target t join employee e on e.id = t.employee_id, lateral (
      select coalesce(min(r.first_at), t.read_at) as first_at, coalesce(sum(r.times), 1)::int as times, coalesce(sum(r.seconds), t.seconds)::int as seconds,
        coalesce(max(r.scrolled), t.scrolled)::int as scrolled, coalesce(max(r.platform), t.platform)::int as platform, count(*) as parts
      from push_read r where r.push_id = t.push_id and r.employee_id = t.employee_id${part}) as f`,
    where: [
      sql<boolean>`t.push_id = ${pushId}::uuid and t.state = 1`,
      articleId === undefined ? sql<boolean>`t.read_at is not null` : sql<boolean>`f.parts > 0`,
      ...(from === undefined ? [] : [sql<boolean>`f.first_at >= ${from}::bigint`]),
      ...(to === undefined ? [] : [sql<boolean>`f.first_at <= ${to}::bigint`]),
      ...(seconds === undefined ? [] : [sql<boolean>`f.seconds >= ${seconds}`]),
      ...under('t.employee_id', departmentId),
    ],
    order: orderOf(sort ?? '-firstAt', { firstAt: sql`f.first_at`, seconds: sql`f.seconds`, name: sql`e.sort_key` }, sql`t.employee_id`),
  };
  const { list, ...counted } = await readPage<ReaderRow>(means.db, source, input);
  return { list: (await withNames(means, list)).map((row) => ({ ...row, firstAt: Number(row.firstAt) })), ...counted };
}

interface UnreadRow extends Person {
  readonly id: string;
  readonly at: number;
  readonly reachedAt: number | null;
}

/** Who did not read a push, or one part of it: each person to whom it was delivered once. */
export async function listUnread(means: Means, input: Parsed<typeof readUnread>): Promise<Reply<typeof readUnread>> {
  const { pushId, articleId, departmentId, sort } = input;
  await pushSeen(means.db, means.caller, pushId);
  const source = {
    columns: sql`t.employee_id as id, t.employee_id as "employeeId", e.title, t.at, t.reached_at as "reachedAt"`,
    from: sql`push_target t join employee e on e.id = t.employee_id`,
    where: [
      sql<boolean>`t.push_id = ${pushId}::uuid and t.state = 1`,
      articleId === undefined
        ? sql<boolean>`t.read_at is null`
        : sql<boolean>`not exists (select from push_read r where r.push_id = t.push_id and r.employee_id = t.employee_id and r.article_id = ${articleId}::uuid)`,
      ...under('t.employee_id', departmentId),
    ],
    order: orderOf(sort ?? 'name', { at: sql`t.at`, name: sql`e.sort_key` }, sql`t.employee_id`),
  };
  const { list, ...counted } = await readPage<UnreadRow>(means.db, source, input);
  const named = await withNames(means, list);
  return {
    list: named.map((row) => ({ ...row, at: Number(row.at), reachedAt: row.reachedAt === null ? null : Number(row.reachedAt) })),
    ...counted,
  };
}
