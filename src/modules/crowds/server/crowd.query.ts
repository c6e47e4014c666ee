import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import type { Call } from '#kit/server/handle.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { orOutside } from '#kit/server/outside-word.ts';
import { usesSeen } from '#kit/server/change/uses-seen.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { stampsOf } from '#kit/server/stamps.ts';
import type { crowdGet, crowdList, CrowdRow, CrowdState, crowdUsedBy } from '../common/crowd.contract.ts';
import { clausesOf } from '../common/crowd-conditions.ts';
import { siteZone } from '#modules/people/server/public.ts';
import { crowdFieldOf } from './crowd.extras.ts';
import type { CrowdFieldType } from './crowd-fields.ts';
import type { CrowdStandingTable, CrowdTable } from './crowd.table.ts';
import { usesSql } from './crowd.uses.ts';
import { valuesOf } from './rule.check.ts';

type Means = Pick<Call, 'db' | 'services' | 'caller'>;

/** A stored crowd with how it stands and what its lists show. */
export interface CrowdFound extends Selectable<CrowdTable>, Selectable<CrowdStandingTable> {
  owner_path: string;
  used: number;
  joined7: number;
  left7: number;
}

const dayMillis = 86_400_000;
const weekMillis = 7 * dayMillis;

const columns = (call: Means): RawBuilder<unknown> => sql`crowd.*, standing.*, owner.path::text as owner_path,
  (select count(*) from (${usesSql(call.services.crowdUses)}) as used where used.crowd_id = crowd.id) as used,
  (select count(*) from crowd_event ev where ev.crowd_id = crowd.id and ev.joined and ev.at > ${call.services.now() - weekMillis}) as joined7,
  (select count(*) from crowd_event ev where ev.crowd_id = crowd.id and not ev.joined and ev.at > ${call.services.now() - weekMillis}) as left7`;

const from = sql`crowd join crowd_standing standing on standing.crowd_id = crowd.id join department owner on owner.id = crowd.owner_dept_id`;

const stateSql = sql`case when crowd.paused then 'paused' else standing.state end`;

const orders = {
  name: sql`lower(crowd.name ->> 'zh_CN')`,
  code: sql`crowd.code`,
  memberCount: sql`standing.member_count`,
  computedAt: sql`standing.computed_at`,
  updatedAt: sql`crowd.updated_at`,
};

/** A page of the crowds in range. */
export async function listCrowds(call: Means, input: Parsed<typeof crowdList>): Promise<Reply<typeof crowdList>> {
  const { caller, db, services } = call;
  const where: RawBuilder<boolean>[] = [services.directory.departmentInRange(caller.scope(), 'crowd.owner_dept_id')];
  if (input.name) {
    const text = containing(input.name);
    where.push(
      sql`(exists (select from jsonb_each_text(crowd.name) as named where named.value ilike ${text}) or crowd.code ilike ${text})`,
    );
  }
  if (input.kind) where.push(sql`crowd.kind = ${input.kind}`);
  if (input.state?.length) where.push(sql`${stateSql} = any(${input.state}::text[])`);
  if (input.ownerDeptId) where.push(sql`owner.path <@ (select path from department where id = ${input.ownerDeptId}::uuid)`);
  if (input.empId) where.push(await heldSql(call, input.empId));
  if (input.used !== undefined) {
    const used = sql`exists (select from (${usesSql(services.crowdUses)}) as used where used.crowd_id = crowd.id)`;
    where.push(input.used ? sql`${used}` : sql`not ${used}`);
  }
  if (input.usedByKind !== undefined)
    where.push(sql`exists (select from (${usesSql(services.crowdUses)}) as used
      where used.crowd_id = crowd.id and used.kind = ${input.usedByKind})`);
  const source = { columns: columns(call), from, where, order: orderOf(input.sort ?? 'name', orders, sql`crowd.id`) };
  const { list, ...counted } = await readPage<CrowdFound>(db, source, input);
  return { list: await rowsOf(call, list), ...counted };
}

/** Crowds that hold somebody in the caller's range; none where the person is not. */
async function heldSql({ caller, db, services }: Means, empId: string): Promise<RawBuilder<boolean>> {
  const { rows } =
    await sql`select from unnest(${[empId]}::uuid[]) as p(id) where ${services.directory.employeeInRange(caller.scope(), 'p.id')}`.execute(
      db,
    );
  if (rows.length === 0) throw outOfRange();
  return sql<boolean>`exists (select from crowd_member cm where cm.crowd_id = crowd.id and cm.employee_id = ${empId}::uuid)`;
}

/** One crowd in range; 10910 for others, whether they exist or not. */
export async function findCrowd(call: Means, id: string): Promise<CrowdFound> {
  const range = call.caller.scope();
  const { rows } = await sql<CrowdFound>`select ${columns(call)} from ${from}
    where crowd.id = ${id}::uuid and ${call.services.directory.departmentInRange(range, 'crowd.owner_dept_id')}`.execute(call.db);
  if (!rows[0]) throw range.all ? notFound() : outOfRange();
  return rows[0];
}

/** How a crowd stands, pausing included. */
const stateOf = (row: Pick<CrowdFound, 'paused' | 'state'>): CrowdState => (row.paused ? 'paused' : row.state);

async function rowsOf({ db, services, caller }: Means, rows: readonly CrowdFound[]): Promise<CrowdRow[]> {
  const owners = await services.directory.departments(
    db,
    rows.map((row) => row.owner_dept_id),
    caller.language,
  );
  const sizes = await sizesOf({ db, services }, rows);
  return rows.map((row) => ({
    ...stampsOf(row),
    name: pick(row.name, caller.language),
    names: row.name,
    code: row.code,
    description: row.description,
    kind: row.kind,
    ownerDeptId: row.owner_dept_id,
    ownerDeptName: owners.get(row.owner_dept_id)?.name ?? '',
    state: stateOf(row),
    memberCount: row.member_count,
    joined7: row.joined7,
    left7: row.left7,
    computedAt: row.computed_at,
    nextFlipAt: row.next_flip_at,
    usedBy: row.used,
    held: row.held,
    problem: row.problem === null ? null : services.texts.text(caller.language, 'user-centre', `crowd.problem.${row.problem}`),
    trend: (sizes.get(row.id) ?? []).map(({ count }) => count),
  }));
}

/** One crowd with its rule. */
export async function getCrowd(call: Means, id: string): Promise<Reply<typeof crowdGet>> {
  const found = await findCrowd(call, id);
  const [row] = await rowsOf(call, [found]);
  return {
    ...row!,
    conditions: found.conditions,
    includes: found.includes,
    excludes: found.excludes,
    withDisabled: found.with_disabled,
    churnLimit: found.churn_limit,
    named: await namesIn(call, found),
    sizes: (await sizesOf(call, [found])).get(id) ?? [],
  };
}

/** Names behind the ids of a crowd; a word for those that the caller may not know. */
async function namesIn({ db, services, caller }: Means, found: CrowdFound): Promise<Record<string, string>> {
  const { directory } = services;
  const clauses = found.conditions ? clausesOf(found.conditions).map(({ clause }) => clause) : [];
  const idsOf = (...types: CrowdFieldType[]): string[] =>
    clauses
      .filter(({ field }) => types.some((type) => crowdFieldOf(field)?.type === type))
      .flatMap((clause) => valuesOf(clause).map(String));
  const people = [...idsOf('employee', 'person'), ...found.includes, ...found.excludes];
  const range = caller.scope();
  const named = await directory.people(db, people, caller.language, range);
  const departments = await directory.departments(db, idsOf('department', 'unit'), caller.language, range);
  const ids = idsOf('crowd');
  const crowds = orOutside(await directory.crowds(db, ids, caller.language, range), ids, { range, language: caller.language });
  return Object.fromEntries([
    ...[...named].map(([id, person]) => [id, person.name] as const),
    ...[...departments].map(([id, department]) => [id, department.fullName] as const),
    ...crowds,
  ]);
}

type Sized = Pick<CrowdFound, 'id' | 'member_count'>;
const trendDays = 30;

/** Members at the end of each of the last 30 days: of now, with what happened since taken back. */
async function sizesOf(
  { db, services }: Pick<Means, 'db' | 'services'>,
  crowds: readonly Sized[],
): Promise<Map<string, { day: string; count: number }[]>> {
  const now = services.now();
  const { rows } = await sql<{ id: string; day: string; turned: number }>`
    select crowd_id as id, to_char((to_timestamp(at / 1000.0) at time zone ${siteZone()})::date, 'YYYY-MM-DD') as day, sum(case when joined then 1 else -1 end)::int as turned
    from crowd_event where crowd_id = any(${crowds.map(({ id }) => id)}::uuid[]) and at > ${now - trendDays * dayMillis} group by 1, 2`.execute(
    db,
  );
  const turned = new Map(rows.map((row) => [`${row.id} ${row.day}`, row.turned]));
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: siteZone(), dateStyle: 'short' });
  const last = Array.from({ length: trendDays }, (_, back) => format.format(now - back * dayMillis));
  return new Map(
    crowds.map(({ id, member_count: members }) => {
      let count = members;
      const days = last.map((day) => {
        const size = { day, count };
        count -= turned.get(`${id} ${day}`) ?? 0;
        return size;
      });
      return [id, days.toReversed()];
    }),
  );
}

/** What names a crowd; what of it lies outside of the caller's range is told by a word. */
export async function usesOf(call: Means, id: string): Promise<Reply<typeof crowdUsedBy>> {
  await findCrowd(call, id);
  const { rows } = await sql<{
    kind: string;
    id: string;
    name: string;
  }>`select kind, id, name from (${usesSql(call.services.crowdUses, call.caller.language)}) as used
    where crowd_id = ${id}::uuid order by kind, name limit 1000`.execute(call.db);
  const titles = new Map(kindsOfUse(call).map(({ kind, title }) => [kind, title]));
  const seen = await usesSeen(call.db, { caller: call.caller, kinds: call.services.kinds }, rows);
  return { list: seen.map((use) => ({ ...use, title: titles.get(use.kind) ?? use.kind })) };
}

/** What may name a crowd, other crowds last. */
export function kindsOfUse({ services, caller }: Pick<Means, 'services' | 'caller'>): { kind: string; title: string }[] {
  const titles = new Map(services.crowdUses.map(({ kind, title }) => [kind, title[caller.language]]));
  titles.set('crowd', services.texts.text(caller.language, 'user-centre', 'crowd'));
  return [...titles].map(([kind, title]) => ({ kind, title }));
}
