import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { fansOf } from '#modules/public-accounts/server/public.ts';
import { directory } from '#modules/people/server/public.ts';
import { clock } from '#platform/clock.ts';
import type { TagRule } from '../../common/tag.contract.ts';
import type { PlatformTag, TagKind } from '../../common/words.ts';
import '../fan.table.ts';

const dayMillis = 86_400_000;
/** Name under which a tag of the product stands in the table. */
const platformPrefix = 'platform:';

/** A tag as it stands in the table. */
export interface StoredTag {
  readonly id: string;
  readonly snoId: string;
  readonly name: string;
  readonly kind: TagKind;
  readonly rule: TagRule;
}

/** Returns which tag of the product this name means. */
export const platformTagIn = (name: string): PlatformTag | undefined => {
  const word = name.startsWith(platformPrefix) ? name.slice(platformPrefix.length) : '';
  return word === 'new30' || word === 'silent90' || word === 'readers' ? word : undefined;
};

/** Reads tags of an account by id; unknown ones and those of other accounts are absent. */
export async function readTags(db: Db, snoId: string, ids: readonly string[]): Promise<Map<string, StoredTag>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<StoredTag>`select id, sno_id as "snoId", name, kind, jsonb_build_object('departmentIds', department_ids,
      'crowdIds', crowd_ids, 'newerThan', newer_than, 'olderThan', older_than, 'readWithin', read_within, 'unreadFor', unread_for) as rule
    from fan_tag where sno_id = ${snoId}::uuid and id = any(${[...new Set(ids)]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Since when a fan follows: since they said so, or, of who follows without asking, since both the person and the account exist. Holds on the
 * tables `known` (sno_fan), `person` (employee) and `own` (sno).
 */
export const followsSince = sql<number>`coalesce(known.followed_at, greatest(person.created_at, own.created_at))`;
/** The tables on which conditions of tags hold, joined to the employee in `fans.id`. */
export const fanTables = (snoId: string): RawBuilder<unknown> => sql`join employee as person on person.id = fans.id
  join sno as own on own.id = ${snoId}::uuid
  left join sno_fan as known on known.sno_id = ${snoId}::uuid and known.employee_id = fans.id`;

/** SQL condition: the conditions of a rule hold for the fan in `fans`. */
export function ruleHolds({ departmentIds, crowdIds, newerThan, olderThan, readWithin, unreadFor }: TagRule): RawBuilder<boolean> {
  const before = (days: number): number => clock.now() - days * dayMillis;
  const parts: RawBuilder<boolean>[] = [];
  if (departmentIds.length > 0) parts.push(sql`fans.id in (select id from (${directory.employeesUnder(departmentIds)}) as under)`);
  if (crowdIds.length > 0) parts.push(sql`fans.id in (select id from (${directory.employeesOfCrowds(crowdIds)}) as grouped)`);
  if (newerThan !== null) parts.push(sql`${followsSince} >= ${before(newerThan)}::bigint`);
  if (olderThan !== null) parts.push(sql`${followsSince} < ${before(olderThan)}::bigint`);
  if (readWithin !== null) parts.push(sql`coalesce(known.last_read_at, 0) >= ${before(readWithin)}::bigint`);
  if (unreadFor !== null) parts.push(sql`coalesce(known.last_read_at, 0) < ${before(unreadFor)}::bigint`);
  return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` and `)})`;
}

const none: TagRule = { departmentIds: [], crowdIds: [], newerThan: null, olderThan: null, readWithin: null, unreadFor: null };
/** The tags of the product as conditions: who is silent has followed for as long. */
const platformRules: Record<PlatformTag, TagRule> = {
  new30: { ...none, newerThan: 30 },
  silent90: { ...none, olderThan: 90, unreadFor: 90 },
  readers: { ...none, readWithin: 30 },
};

/** SQL condition: the fan in `fans` has the tag. */
export function tagHolds(tag: StoredTag): RawBuilder<boolean> {
  if (tag.kind === 'manual')
    return sql<boolean>`exists (select from fan_tag_member as held where held.tag_id = ${tag.id}::uuid and held.employee_id = fans.id)`;
  const platform = tag.kind === 'platform' ? platformTagIn(tag.name) : undefined;
  return ruleHolds(platform === undefined ? tag.rule : platformRules[platform]);
}

/** Tags by which fans are chosen: one of these, each of these, none of these. */
export interface TagChoice {
  readonly any: readonly string[];
  readonly all: readonly string[];
  readonly none: readonly string[];
}

/**
 * SQL subquery of the ids of the effective fans of an account whom tags choose: with any of some, all of others, none of the last; without any
 * tag all of them. A tag that is gone is had by nobody.
 */
export async function fansOfTags(db: Db, snoId: string, { any, all, none: without }: TagChoice): Promise<RawBuilder<{ id: string }>> {
  const tags = await readTags(db, snoId, [...any, ...all, ...without]);
  const holds = (id: string): RawBuilder<boolean> => {
    const tag = tags.get(id);
    return tag ? tagHolds(tag) : sql<boolean>`false`;
  };
  const where = [
    ...(any.length > 0 ? [sql<boolean>`(${sql.join(any.map(holds), sql` or `)})`] : []),
    ...all.map(holds),
    ...without.map((id) => sql<boolean>`not ${holds(id)}`),
  ];
  const fans = await fansOf(db, snoId);
  if (where.length === 0) return sql<{ id: string }>`select id from (${fans}) as fans`;
  return sql<{ id: string }>`select fans.id from (${fans}) as fans ${fanTables(snoId)} where ${sql.join(where, sql` and `)}`;
}

/** Which of these tags the account no longer has. */
export async function missingTags(db: Db, snoId: string, ids: readonly string[]): Promise<string[]> {
  const tags = await readTags(db, snoId, ids);
  return ids.filter((id) => !tags.has(id));
}
