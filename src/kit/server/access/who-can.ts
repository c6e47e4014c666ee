import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick, type LocalText } from '#kit/common/language.ts';
import type { Chain, ExplainContract } from '#kit/common/role/explain.contract.ts';
import { builtinAdminUid } from '../caller.ts';
import { containing } from '../read-page.ts';
import { InvalidInput } from '../refusal.ts';
import { chainsOfWays, type Way } from './chains.ts';
import { personInRange } from './explain.ts';
import { membersOf, reachedHere } from './reach.ts';
import { crowdsOf, meansPerson, ofConsole } from './read-grants.ts';
import { pageOfPeople } from './role.holders.ts';
import { seenAmong } from './role.owner.ts';
import type { RoleCall } from './role.view.ts';

type Requested = Parsed<ExplainContract['whoCan']>;
type Answer = Reply<ExplainContract['whoCan']>;

/** Holders of a resource now, or resources of a person now: each with the chains by which it comes. */
export async function whoCan(call: RoleCall, request: Requested): Promise<Answer> {
  if (request.empId !== undefined) return heldBy(call, { ...request, empId: request.empId });
  if (request.code === undefined) throw new InvalidInput([{ path: 'code', namespace: 'kit', key: 'role.whoCanWhat' }]);
  const now = call.services.now();
  const { rows: roles } = await sql<{ id: string }>`select id from role where enabled and (expires_at is null or expires_at > ${now})
    and (is_supper_admin or id in (select role_id from role_grant where code = ${request.code}))`.execute(call.db);
  const ids = roles.map(({ id }) => id);
  const members = await membersOf(call.db, ids, now);
  const found = await pageOfPeople(call, reachedHere([...members.values()].flat()), request);
  const list: Answer['list'] = [];
  for (const person of found.people) list.push({ ...person, chains: (await waysOf(call, person, ids)).chains });
  return { list, resources: [], total: found.total, pages: Math.ceil(found.total / request.pageSize) };
}

/** The ways by which a person holds roles that have effect now, all or these. */
async function waysOf(
  call: RoleCall,
  person: { id: string; name: string },
  only?: readonly string[],
): Promise<{ ways: Way[]; chains: Chain[] }> {
  const { db, services } = call;
  const now = services.now();
  const crowds = await crowdsOf(db, services.directory, person.id);
  const { rows } =
    await sql<Way>`select role.id, role.name, role.preset, role.range_kind as "rangeKind", role.range_departments as "rangeDepartments",
      role_member.kind as "wayKind", role_member.object_id as "wayId", role_member.until
    from role_member join role on role.id = role_member.role_id
    where ${ofConsole} and ${meansPerson(services.directory, person.id, crowds)} and (until is null or until > ${now})
      and role.enabled and (role.expires_at is null or role.expires_at > ${now}) and ${only ? sql`role.id = any(${[...only]}::uuid[])` : sql`true`}
    order by role.preset is null, lower(role.name), role_member.kind desc`.execute(db);
  return { ways: rows, chains: await chainsOfWays(call, person, rows) };
}

interface HeldRow {
  code: string;
  names: Partial<LocalText>;
  kind: string;
  module: string;
  dangerous: boolean;
  roles: string[];
}

async function heldBy(call: RoleCall, request: Requested & { empId: string }): Promise<Answer> {
  const { db, caller } = call;
  const person = await personInRange(call, request.empId);
  const { ways, chains } = await waysOf(call, person);
  const ids = [...new Set(ways.map(({ id }) => id))];
  const seen = await seenAmong(db, caller.scope(), ids);
  const builtin = request.empId === builtinAdminUid;
  const from = sql`from (select resource.*, array(select role.id::text from role where role.id = any(${ids}::uuid[])
        and (role.is_supper_admin or exists (select from role_grant where role_id = role.id and role_grant.code = resource.code))) as roles
      from resource where retired_at is null) as held
    where (cardinality(roles) > 0 or ${builtin})
      and ${request.code === undefined ? sql`true` : sql`code = ${request.code}`}
      and ${request.text ? sql`(code ilike ${containing(request.text)} or names::text ilike ${containing(request.text)})` : sql`true`}`;
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n ${from}`.execute(db);
  const { rows } = await sql<HeldRow>`select code, names, kind, module, dangerous, roles ${from}
    order by code limit ${request.pageSize} offset ${(request.pageNum - 1) * request.pageSize}`.execute(db);
  const total = counted[0]?.n ?? 0;
  return {
    list: [{ ...person, chains }],
    resources: rows.map(({ names, ...row }) => ({
      ...row,
      roles: row.roles.filter((id) => seen.has(id)),
      name: pick(names, caller.language),
    })),
    total,
    pages: Math.ceil(total / request.pageSize),
  };
}
