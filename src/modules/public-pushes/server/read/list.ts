import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { containing } from '#kit/server/read-page.ts';
import { assertSees } from '#modules/public-accounts/server/public.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Range } from '#kit/server/caller.ts';
import type { pushList, pushStat } from '../../common/push.contract.ts';
import { pushOf, type Push } from '../push/push-record.ts';
import { pushColumns, viewOf, type StoredPushRow } from './push-view.ts';

/** A push of an account that the caller sees; of another one it reads like none. */
export async function seenPush(db: Db, range: Range, id: string): Promise<Push> {
  const push = await pushOf(db, id);
  if (!push) throw range.all ? notFound() : outOfRange();
  await assertSees(db, range, push.sno_id);
  return push;
}

const orders = { createdAt: sql`p.created_at`, startedAt: sql`p.started_at`, planAt: sql`p.plan_at` };

function conditions(input: Parsed<typeof pushList>): RawBuilder<boolean>[] {
  const { state, kind, authorId, tagId, from, to, text, hasFailures, recalled } = input;
  const where: RawBuilder<boolean>[] = [sql`p.sno_id = ${input.snoId}::uuid`];
  if (state !== undefined) where.push(sql`p.state = ${state}`);
  if (kind !== undefined) where.push(sql`p.kind = ${kind}`);
  if (authorId !== undefined) where.push(sql`p.created_by = ${authorId}`);
  if (tagId !== undefined)
    where.push(
      sql`(p.audience->'tags'->'any' @> ${JSON.stringify([tagId])}::jsonb or p.audience->'tags'->'all' @> ${JSON.stringify([tagId])}::jsonb)`,
    );
  if (from !== undefined) where.push(sql`p.created_at >= ${from}`);
  if (to !== undefined) where.push(sql`p.created_at < ${to}`);
  if (text !== undefined && text.trim() !== '') where.push(sql`p.title::text ilike ${containing(text.trim())}`);
  const failed = sql`exists (select from push_count n where n.push_id = p.id having sum(n.failed) > 0)`;
  if (hasFailures !== undefined) where.push(hasFailures ? sql`${failed}` : sql`not ${failed}`);
  if (recalled !== undefined) where.push(sql`(p.recall_ordered_at is not null) = ${recalled}`);
  return where;
}

/** Pushes of an account. */
export async function listPushes({ db, caller }: Call, input: Parsed<typeof pushList>): Promise<Reply<typeof pushList>> {
  await assertSees(db, caller.scope(), input.snoId);
  const { pageNum, pageSize, sort = '-createdAt' } = input;
  const where = sql.join(conditions(input), sql` and `);
  const order = orders[sort.replace('-', '') as keyof typeof orders];
  const { rows } = await sql<StoredPushRow>`select ${pushColumns} from push p where ${where}
    order by ${order} ${sql.raw(sort.startsWith('-') ? 'desc nulls last' : 'asc nulls last')}, p.id desc
    limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db);
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from push p where ${where}`.execute(db);
  const total = counted[0]!.n;
  return { list: rows.map(viewOf), total, pages: Math.ceil(total / pageSize) };
}

/** Figures of an account over a span. */
export async function statOf({ db, caller }: Call, { snoId, from, to }: Parsed<typeof pushStat>): Promise<Reply<typeof pushStat>> {
  await assertSees(db, caller.scope(), snoId);
  const own = sql`select id from push where sno_id = ${snoId}::uuid and started_at >= ${from} and started_at < ${to}`;
  const { rows } = await sql<Reply<typeof pushStat>>`select (select count(*)::int from (${own}) as own) as pushes,
      coalesce(sum(delivered + failed + skipped + withheld), 0)::int as targets, coalesce(sum(delivered), 0)::int as delivered,
      coalesce(sum(failed), 0)::int as failed, coalesce(sum(skipped), 0)::int as skipped, coalesce(sum(withheld), 0)::int as withheld,
      coalesce(sum(reached), 0)::int as reached, coalesce(sum(read), 0)::int as read, coalesce(sum(recalled), 0)::int as recalled,
      (select count(*)::int from push_like where push_id in (${own})) as likes,
      (select count(*)::int from push_comment where push_id in (${own}) and state <> 'deleted') as comments
    from push_count where push_id in (${own})`.execute(db);
  return rows[0]!;
}
