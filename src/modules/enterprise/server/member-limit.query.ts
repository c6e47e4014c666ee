import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { directory } from '#modules/people/server/public.ts';
import type { memberLimitList, memberLimitPreview, MemberLimitRow, memberLimitSizes, Party } from '../common/member-limit.contract.ts';
import type { MemberLimitTable } from './limits.table.ts';
import { readPeople } from './limits/read-people.ts';
import { memberLimitViews } from './member-limit.view.ts';
import { anyPartyOutside, partyIds } from './parties.ts';

const orders = { priority: sql`priority`, name: sql`lower(name)`, updatedAt: sql`updated_at` };

type ListOf = typeof memberLimitList;

/** A page of the limits in the order in which they are asked; those of departments out of range are absent. */
export async function listMemberLimits(db: Db, caller: Caller, input: Parsed<ListOf>): Promise<Reply<ListOf>> {
  const where: RawBuilder<boolean>[] = [directory.departmentInRange(caller.scope(), 'owner_dept_id')];
  if (input.name) where.push(sql`name ilike ${containing(input.name)}`);
  if (input.direction) where.push(sql`direction = ${input.direction}`);
  if (input.effect) where.push(sql`effect = ${input.effect}`);
  if (input.action) where.push(sql`actions ? ${input.action}`);
  if (input.enabled !== undefined) where.push(sql`enabled = ${input.enabled}`);
  if (input.person) where.push(meaning(await placesOf(db, caller, input.person)));
  if (input.department) where.push(meaning(await aboveOf(db, input.department)));
  const source = { columns: sql`*`, from: sql`member_limit`, where, order: orderOf(input.sort ?? 'priority', orders, sql`id`) };
  const { list, ...counted } = await readPage<MemberLimitTable>(db, source, input);
  return { list: await memberLimitViews(db, caller, list), ...counted };
}

/** SQL condition: a side names everyone or one of these. */
const meaning = (ids: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`exists (select from jsonb_array_elements(from_side || to_side) as party
    where party ->> 'kind' = 'everyone' or party ->> 'id' = any(${[...ids]}::text[]))`;

/** By what a person is meant; somebody out of range is meant by everyone alone. */
async function placesOf(db: Db, caller: Caller, id: string): Promise<string[]> {
  if (await anyPartyOutside(db, caller.scope(), [{ kind: 'employee', id }])) return [];
  const { rows } = await sql<{ id: string }>`select distinct party ->> 'id' as id
    from member_limit, jsonb_array_elements(from_side || to_side) as party where party ->> 'kind' = 'crowd'`.execute(db);
  const person = (await readPeople(db, directory, { ids: [id], crowds: rows.map((row) => row.id) })).get(id);
  return [id, ...(person?.departments ?? []), ...(person?.crowds ?? [])];
}

async function aboveOf(db: Db, id: string): Promise<string[]> {
  const path = (await directory.departments(db, [id])).get(id)?.path;
  if (path === undefined) return [id];
  const { rows } = await sql<{ id: string }>`select distinct party ->> 'id' as id
    from member_limit, jsonb_array_elements(from_side || to_side) as party where party ->> 'kind' = 'department'`.execute(db);
  const named = await directory.departments(
    db,
    rows.map((row) => row.id),
  );
  return [id, ...[...named.values()].filter((one) => path.startsWith(`${one.path}.`)).map((one) => one.id)];
}

/** One of them; 10910 out of range. */
export async function getMemberLimit(db: Db, caller: Caller, id: string): Promise<MemberLimitRow> {
  const range = caller.scope();
  const visible = directory.departmentInRange(range, 'owner_dept_id');
  const row = await db.selectFrom('member_limit').selectAll().where('id', '=', id).where(visible).executeTakeFirst();
  if (!row) throw range.all ? notFound() : outOfRange();
  const [view] = await memberLimitViews(db, caller, [row]);
  return view!;
}

/** How many people in the caller's range stand on both sides, and how many pairs of different people they make. */
export async function previewMemberLimit(
  db: Db,
  caller: Caller,
  input: Parsed<typeof memberLimitPreview>,
): Promise<Reply<typeof memberLimitPreview>> {
  const range = caller.scope();
  if (await anyPartyOutside(db, range, [...input.from, ...input.to], input.exceptions)) throw outOfRange();
  const side = (parties: readonly Party[]): RawBuilder<unknown> =>
    sql`select id from (${peopleOn(parties)}) as side(id) where ${directory.employeeAmongRange(range, 'side.id')} and id <> all(${input.exceptions}::uuid[])`;
  const { rows } = await sql<{ from: number; to: number; both: number }>`
    with one as materialized (${side(input.from)}), other as materialized (${side(input.to)})
    select (select count(*) from one) as "from", (select count(*) from other) as "to",
      (select count(*) from one where id in (select id from other)) as "both"`.execute(db);
  const { from, to, both } = rows[0]!;
  const pairs = from * to - both;
  // In both directions a pair of people who stand on both sides is one.
  return { from, to, pairs: input.direction === 'both' ? pairs - (both * (both - 1)) / 2 : pairs };
}

/** The same counts for stored limits, of the people in the caller's range; limits out of range are absent. */
export async function sizesOfMemberLimits(db: Db, caller: Caller, ids: readonly string[]): Promise<Reply<typeof memberLimitSizes>> {
  const range = caller.scope();
  const rows = await db
    .selectFrom('member_limit')
    .select(['id', 'from_side', 'to_side', 'exceptions'])
    .where('id', 'in', [...ids])
    .where(directory.departmentInRange(range, 'owner_dept_id'))
    .execute();
  const list = [];
  for (const { id, from_side: from, to_side: to, exceptions } of rows) {
    const count = (parties: readonly Party[]): RawBuilder<number> =>
      sql<number>`(select count(*) from (${peopleOn(parties)}) as side(id)
        where ${directory.employeeAmongRange(range, 'side.id')} and id <> all(${exceptions}::uuid[]))`;
    const counted = await sql<{ from: number; to: number }>`select ${count(from)} as "from", ${count(to)} as "to"`.execute(db);
    list.push({ id, ...counted.rows[0]! });
  }
  return { list };
}

/** SQL query of the ids of the people who stand on a side, each once. */
function peopleOn(parties: readonly Party[]): RawBuilder<unknown> {
  if (parties.some(({ kind }) => kind === 'everyone')) return directory.employeesUnder([rootDepartmentId]);
  return sql`select unnest(${partyIds(parties, 'employee')}::uuid[]) as id
    union select id from (${directory.employeesUnder(partyIds(parties, 'department'))}) as under(id)
    union select id from (${directory.employeesOfCrowds(partyIds(parties, 'crowd'))}) as inside(id)`;
}
