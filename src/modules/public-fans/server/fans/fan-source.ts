import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { InvalidInput, notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import type { Range } from '#kit/server/caller.ts';
import { directory, foundByName } from '#modules/people/server/public.ts';
import { fansOf, reachOf } from '#modules/public-accounts/server/public.ts';
import type { FanFilter, FanTarget } from '../../common/fan-filter.ts';
import { followsSince, fanTables, readTags, tagHolds } from '../tags/tag-sql.ts';

/**
 * What lists of fans are read from: `fans` (id, rank, follows) with everybody of the audience, `person` (employee), `own` (sno), `known` (sno_fan).
 * Whether somebody follows is asked of the one predicate that pushes and terminals ask.
 */
export async function fanSource(db: Db, snoId: string): Promise<RawBuilder<unknown>> {
  return sql`(select reach.id, reach.rank, effective.id is not null as follows from (${await reachOf(db, snoId)}) as reach
    left join (${await fansOf(db, snoId)}) as effective on effective.id = reach.id) as fans ${fanTables(snoId)}`;
}

/** How the person in `fans` stands to the account. */
export const fanState = sql<string>`case when known.state = 'blocked' then 'blocked' when fans.follows then 'following'
  when known.state = 'left' then 'left' else 'none' end`;

/** Conditions of a filter on what `fanSource` gives. */
export async function fanWhere(db: Db, snoId: string, filter: FanFilter): Promise<RawBuilder<boolean>[]> {
  const { text, tagId, departmentId, mode, state = 'following', followedFrom, followedTo, lastReadBefore, neverRead, hasRemark } = filter;
  const where: RawBuilder<boolean>[] = [sql<boolean>`${fanState} = ${state}`];
  if (text) where.push(foundByName(text, 'person'));
  if (tagId !== undefined) {
    const tag = (await readTags(db, snoId, [tagId])).get(tagId);
    where.push(tag ? tagHolds(tag) : sql<boolean>`false`);
  }
  if (departmentId !== undefined) where.push(sql`fans.id in (select id from (${directory.employeesUnder([departmentId])}) as under)`);
  if (mode !== undefined) where.push(sql`fans.rank = ${{ forced: 3, preset: 2, allowed: 1 }[mode]}`);
  if (followedFrom !== undefined) where.push(sql`${followsSince} >= ${followedFrom}::bigint`);
  if (followedTo !== undefined) where.push(sql`${followsSince} <= ${followedTo}::bigint`);
  if (lastReadBefore !== undefined) where.push(sql`coalesce(known.last_read_at, 0) < ${lastReadBefore}::bigint`);
  if (neverRead !== undefined) where.push(sql`(known.last_read_at is null) = ${neverRead}`);
  if (hasRemark !== undefined) where.push(sql`(coalesce(known.remark, '') <> '') = ${hasRemark}`);
  return where;
}

/**
 * Ids of the fans whom a write reaches: those who are named, all of the account's audience (10910, 10404 for who sees everything), or all whom
 * the filter finds, if they are as many as were expected (15060).
 */
export async function targetIds(
  db: Db,
  range: Range,
  { snoId, empIds, filter, expected }: FanTarget & { snoId: string },
): Promise<string[]> {
  if ((empIds === undefined) === (filter === undefined) || (filter !== undefined && expected === undefined))
    throw new InvalidInput([
      { path: empIds === undefined && filter !== undefined ? 'expected' : 'empIds', namespace: 'public-fans', key: 'issue.target' },
    ]);
  const source = await fanSource(db, snoId);
  if (empIds !== undefined) {
    const { rows } = await sql<{ id: string }>`select fans.id from ${source} where fans.id = any(${empIds}::uuid[])`.execute(db);
    if (rows.length < empIds.length) throw range.all ? notFound() : outOfRange();
    return empIds;
  }
  const where = await fanWhere(db, snoId, filter ?? {});
  const { rows } = await sql<{ id: string }>`select fans.id from ${source} where ${sql.join(where, sql` and `)}`.execute(db);
  if (rows.length !== expected) throw new Refusal(15060, { n: rows.length, m: expected }, { n: rows.length, m: expected });
  return rows.map(({ id }) => id);
}
