import { sql, type RawBuilder } from 'kysely';
import { pathInRange, type Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import { fansOf } from '#modules/public-accounts/server/public.ts';
import { fansOfTags, missingTags } from '#modules/public-fans/server/public.ts';
import type { PushAudience } from '../../common/audience.ts';
import type { Push } from './push-record.ts';

/** Person whom a push is for; of those that are named, some may be no fans. */
export interface Chosen {
  readonly id: string;
  readonly fan: boolean;
}

const hasTags = ({ any, all }: PushAudience['tags']): boolean => any.length + all.length > 0;

/** SQL subquery of the people whom an audience chooses among the fans of an account; people named one by one are there also where they are no fans. */
export async function chosenBy(db: Db, snoId: string, audience: PushAudience): Promise<RawBuilder<Chosen>> {
  const { all, tags, departments, crowds, employees, exceptReadersOf } = audience;
  const ways = all
    ? [sql`true`]
    : [
        ...(hasTags(tags) ? [sql`fans.id in (${await fansOfTags(db, snoId, { ...tags, none: [] })})`] : []),
        ...(departments.length > 0 ? [sql`fans.id in (${directory.employeesUnder(departments)})`] : []),
        ...(crowds.length > 0 ? [sql`fans.id in (${directory.employeesOfCrowds(crowds)})`] : []),
        ...(employees.length > 0 ? [sql`fans.id = any(${employees}::uuid[])`] : []),
      ];
  const without = [
    ...(tags.none.length > 0 ? [sql`and people.id not in (${await fansOfTags(db, snoId, { any: tags.none, all: [], none: [] })})`] : []),
    ...(exceptReadersOf === null
      ? []
      : [
          sql`and not exists (select from push_target as had where had.push_id = ${exceptReadersOf}::uuid and had.employee_id = people.id
            and had.read_at is not null)`,
        ]),
  ];
  const fans = sql`select fans.id, true as fan from (${await fansOf(db, snoId)}) as fans where ${
    ways.length === 0 ? sql`false` : sql`(${sql.join(ways, sql` or `)})`
  }`;
  const named =
    employees.length === 0
      ? sql``
      : sql`union all select named.id, false as fan from unnest(${[...new Set(employees)]}::uuid[]) as named(id)
          where named.id not in (select id from (${await fansOf(db, snoId)}) as everybody)`;
  return sql<Chosen>`select people.id, people.fan from (${fans} ${named}) as people where true ${sql.join(without, sql` `)}`;
}

/** SQL subquery of the people of a push: by its audience, or what another wave left. */
export async function chosenOf(db: Db, push: Push): Promise<RawBuilder<Chosen>> {
  if (push.scope === null) return chosenBy(db, push.sno_id, push.audience as PushAudience);
  return chosenByScope(db, push, push.id);
}

const unsentReasons = ['duplicate', 'readAlready', 'recalled'];

/** SQL subquery of whom a wave is for. `self` is the wave itself, whose own rows don't count. */
export async function chosenByScope(
  db: Db,
  wave: Pick<Push, 'sno_id' | 'parent_id' | 'root_id' | 'scope' | 'reasons'>,
  self: string | null,
): Promise<RawBuilder<Chosen>> {
  const tree = sql`select id from push where root_id = ${wave.root_id}::uuid and id is distinct from ${self}::uuid`;
  const had = (where: RawBuilder<unknown>): RawBuilder<boolean> =>
    sql<boolean>`exists (select from push_target as had where had.push_id in (${tree}) and had.employee_id = t.employee_id and ${where})`;
  const parent = sql`push_target as t where t.push_id = ${wave.parent_id}::uuid`;
  const narrowed = wave.reasons === null ? sql`` : sql`and t.reason = any(${wave.reasons}::text[])`;
  switch (wave.scope) {
    case 'failed':
      return sql<Chosen>`select t.employee_id as id, true as fan from ${parent} and t.state = 2 ${narrowed} and not ${had(sql`had.state in (1, 4)`)}`;
    case 'unsent':
      return sql<Chosen>`select t.employee_id as id, true as fan from ${parent} and t.state in (3, 4)
        and t.reason <> all(${unsentReasons}::text[]) ${narrowed}
        and not ${had(sql`(had.state = 1 or (had.state = 4 and had.push_id <> t.push_id))`)}`;
    case 'unread':
      return sql<Chosen>`select t.employee_id as id, true as fan from ${parent} and t.state = 1 and t.read_at is null
        and not ${had(sql`had.read_at is not null`)}`;
    case 'joinedSince':
      return sql<Chosen>`select fans.id, true as fan from (${await fansOf(db, wave.sno_id)}) as fans
        where not exists (select from push_target as had where had.push_id in (${tree}) and had.employee_id = fans.id)`;
    default:
      return sql<Chosen>`select fans.id, true as fan from (${await fansOf(db, wave.sno_id)}) as fans`;
  }
}

/** Refuses an audience that names departments, dynamic groups or people outside the caller's range, or tags and pushes of another account. */
export async function assertNamed(db: Db, range: Range, snoId: string, audience: PushAudience): Promise<void> {
  const { departments, crowds, employees, tags, exceptReadersOf } = audience;
  const unknown = range.all ? notFound() : outOfRange();
  if (departments.length > 0) {
    const known = await directory.departments(db, departments);
    if (departments.some((id) => !known.has(id) || !pathInRange(range, known.get(id)!.path))) throw unknown;
  }
  if (crowds.length > 0) {
    const known = await directory.crowds(db, crowds, 'zh_CN', range);
    if (crowds.some((id) => !known.has(id))) throw unknown;
  }
  if (employees.length > 0) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from unnest(${[...new Set(employees)]}::uuid[]) as named(id)
      where ${directory.employeeIsHere('named.id')} and ${directory.employeeInRange(range, 'named.id')}`.execute(db);
    if (rows[0]!.n < new Set(employees).size) throw unknown;
  }
  const named = [...tags.any, ...tags.all, ...tags.none];
  if (named.length > 0 && (await missingTags(db, snoId, named)).length > 0) throw notFound();
  if (exceptReadersOf !== null) {
    const { rows } = await sql`select from push where id = ${exceptReadersOf}::uuid and sno_id = ${snoId}::uuid`.execute(db);
    if (rows.length === 0) throw notFound();
  }
}
