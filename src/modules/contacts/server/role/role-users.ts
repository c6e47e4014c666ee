import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { seenAmong, seenIn } from '#kit/server/access/role.owner.ts';
import type { RoleCall } from '#kit/server/access/role.view.ts';
import { pathInRange } from '#kit/server/caller.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import { outOfRange, notFound } from '#kit/server/refusal.ts';
import { foundByText } from '#modules/people/server/public.ts';
import type { contactRoleUserCounts, contactRoleUsers } from '../../common/role-user.contract.ts';
import { everyoneRoleId } from '../directory.ts';
import { namesOfParties } from '../parties.ts';
import { rolesFor, waysAmong, compile } from '../rule/compile.ts';
import { contactRulesOf } from '../rule/open-rules.ts';
import { readPeople, readViewers } from '../rule/read-people.ts';
import { everybodySeen, isSeenSql, ofStatus } from '../rule/visible.ts';

/** SQL of the people who hold a contact role beside the built-in one, each with the ways. */
const holders = sql`(
  select m.role_id, 'employee' as way, m.object_id as employee_id, m.until from role_member m where m.kind = 'employee'
  union all select m.role_id, 'department', ed.employee_id, m.until from role_member m join department top on top.id = m.object_id
    join department d on d.path <@ top.path join employee_department ed on ed.department_id = d.id where m.kind = 'department' and m.role_id <> ${everyoneRoleId}::uuid
  union all select m.role_id, 'crowd', cm.employee_id, m.until from role_member m join crowd_member cm on cm.crowd_id = m.object_id where m.kind = 'crowd')`;

/** People in range with the contact roles that decide for them, by every way. */
export async function listRoleUsers(call: RoleCall, input: Parsed<typeof contactRoleUsers>): Promise<Reply<typeof contactRoleUsers>> {
  const { db, caller, services } = call;
  const range = caller.scope();
  const now = services.now();
  const where = [sql`e.status not in ('deleted', 'left')`, services.directory.employeeAmongRange(range, 'e.id')];
  if (input.text) where.push(foundByText(input.text));
  if (input.deptId)
    where.push(sql`e.id in (select ed.employee_id from department top join department d on d.path <@ top.path
      join employee_department ed on ed.department_id = d.id where top.id = ${input.deptId}::uuid)`);
  const filtersRole = input.roleId !== undefined && input.roleId !== everyoneRoleId;
  const held = sql`select h.employee_id from ${holders} h join role on role.id = h.role_id and role.module = 'contact' and role.enabled and ${filtersRole ? seenIn(range) : sql`true`}
    and (role.expires_at is null or role.expires_at > ${now}) where (h.until is null or h.until > ${now})`;
  if (input.roleId === everyoneRoleId || input.onlyEveryone) where.push(sql`e.id not in (${held})`);
  if (filtersRole) where.push(sql`e.id in (${held} and role.id = ${input.roleId}::uuid)`);
  if (input.way) where.push(sql`e.id in (${held} and h.way = ${input.way})`);
  const condition = sql.join(where, sql` and `);
  const direction = sql.raw(input.sort?.startsWith('-') ? 'desc' : 'asc');
  const { rows } = await sql<{
    id: string;
  }>`select e.id from employee e where ${condition} order by e.sort_key ${direction}, e.id ${direction}
    limit ${input.pageSize} offset ${(input.pageNum - 1) * input.pageSize}`.execute(db);
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from employee e where ${condition}`.execute(db);
  const total = counted[0]!.n;
  return {
    list: await usersOf(
      call,
      rows.map(({ id }) => id),
    ),
    total,
    pages: Math.ceil(total / input.pageSize),
  };
}

/** These people with their roles and every way to each. */
async function usersOf(call: RoleCall, ids: readonly string[]): Promise<Reply<typeof contactRoleUsers>['list']> {
  const { db, caller, services } = call;
  const book = await contactRulesOf(services).book();
  const people = await readPeople(db, ids, book.crowds);
  const names = await services.directory.people(db, ids, caller.language, caller.scope());
  const seen = await seenAmong(db, caller.scope(), [...new Set(book.roles.map(({ id }) => id))]);
  const everyone = services.texts.text(caller.language, 'kit', 'role.everyone');
  const range = caller.scope();
  const found = [...people.values()].map((person) => ({
    person,
    roles: rolesFor(book, person, services.now()).map((role) => ({ role, ways: waysAmong(book, role.members, person, services.now()) })),
  }));
  const parties = found.flatMap(({ roles }) => roles.flatMap(({ ways }) => ways));
  const labels = await namesOfParties(db, parties, caller.language, range);
  const byId = new Map(found.map((one) => [one.person.id, one]));
  return ids.flatMap((id) => {
    const [one, named] = [byId.get(id), names.get(id)];
    if (!one || !named) return [];
    return [
      {
        ...named,
        roles: one.roles.map(({ role, ways }) => ({
          id: role.builtIn || seen.has(role.id) ? role.id : '',
          name: role.builtIn ? everyone : seen.has(role.id) ? role.name : outsideWord(caller.language),
          builtIn: role.builtIn,
          ways: ways.map((way) => {
            const path = way.kind === 'department' ? book.paths.get(way.id) : undefined;
            const isKnown = way.kind !== 'department' || (path !== undefined && pathInRange(range, path));
            return { ...way, ...((isKnown && labels.get(`${way.kind}:${way.id}`)) || { name: '', fullName: '' }) };
          }),
        })),
        onlyEveryone: one.roles.every(({ role }) => role.builtIn),
      },
    ];
  });
}

/** How many people each of these sees and finds. */
export async function countsOfUsers(call: RoleCall, ids: readonly string[]): Promise<Reply<typeof contactRoleUserCounts>> {
  const { db, caller, services } = call;
  const range = caller.scope();
  const { rows } = await sql<{
    id: string;
  }>`select m.id from unnest(${ids}::uuid[]) as m(id) where ${services.directory.employeeInRange(range, 'm.id')}
    and ${services.directory.employeeIsHere('m.id')}`.execute(db);
  if (rows.length < new Set(ids).size) throw range.all ? notFound() : outOfRange();
  const book = await contactRulesOf(services).book();
  const people = await readViewers(db, ids, book.crowds);
  const list = [];
  for (const person of people.values()) {
    const viewer = compile(book, person, services.now());
    const { rows: counted } = await sql<{ sees: number; finds: number }>`select
      (select count(*) from employee e where ${ofStatus(viewer, 'e')} and ${isSeenSql(viewer, 'tree', 'e.id')}) as sees,
      (select count(*) from (${everybodySeen(viewer)}) as seen) as finds`.execute(db);
    list.push({ id: person.id, ...counted[0]! });
  }
  return { list };
}
