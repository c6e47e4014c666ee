import { sql, type RawBuilder } from 'kysely';
import type { StoredOf } from '#kit/common/crud/crud-types.ts';
import type { AudienceRow } from '#kit/common/audience.ts';
import { partiesOutside } from '#kit/server/audience/audience.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Operation } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { directory } from '#modules/people/server/public.ts';
import { clock } from '#platform/clock.ts';
import { mailMember } from '../../common/boxes/member.contract.ts';
import type { MemberKind } from '../../common/boxes/words.ts';
import { endsWithin } from './ending.ts';
import { issueAt, issuesBy } from './issues.ts';
import { memberNames, memberOf, type Named } from './named.ts';

type Stored = StoredOf<typeof mailMember.fields>;

/** SQL condition: whom the row `t` names lies in a range. */
function memberInRange(range: Range): RawBuilder<boolean> {
  if (range.all) return sql<boolean>`true`;
  return sql<boolean>`((t.employee_id is not null and ${directory.employeeInRange(range, 't.employee_id')})
    or (t.department_id is not null and ${directory.departmentInRange(range, 't.department_id')}))`;
}

async function membersOutside(tx: Tx, range: Range, operations: readonly Operation<Stored>[]): Promise<Set<number>> {
  if (range.all) return new Set();
  const { rows } = await sql<Named & { id: string }>`select id::text as id, employee_id as "employeeId", department_id as "departmentId",
      crowd_id as "crowdId" from mail_member where id = any(${operations.map(({ id }) => id)}::uuid[])`.execute(tx);
  const stored = new Map(rows.map((row) => [row.id, row]));
  const parties = operations.map(({ id, after, before }): AudienceRow[] => {
    const { kind, id: member } = memberOf({ ...before, ...after, ...stored.get(id) });
    return [{ kind, id: member, exclude: false }];
  });
  const outside = new Set((await partiesOutside(tx, directory, parties.flat(), range)).map(({ id }) => id));
  return new Set(parties.flatMap(([party], index) => (party && !outside.has(party.id) ? [] : [index])));
}

/** How many active people rows reach, by id. */
async function reachedBy(db: Db, rows: readonly (Named & { id: string })[]): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const row of rows) {
    const { kind, id } = memberOf(row);
    const reached = {
      employee: sql`select id from (${directory.activeEmployees()}) as a where a.id = ${id}::uuid`,
      department: directory.employeesUnder([id]),
      crowd: directory.employeesOfCrowds([id]),
    }[kind];
    const { rows: counted } = await sql<{ n: number }>`select count(distinct id)::int as n from (${reached}) as reached(id)`.execute(db);
    found.set(row.id, counted[0]?.n ?? 0);
  }
  return found;
}

const columns: Record<MemberKind, RawBuilder<unknown>> = {
  employee: sql`t.employee_id`,
  department: sql`t.department_id`,
  crowd: sql`t.crowd_id`,
};

/** Who may use mail on terminals, on the server. A change holds from the next call on. */
export const mailMembers = crudServer(mailMember, {
  table: 'mail_member',
  directory,
  called: sql<string>`coalesce((select e.name from employee e where e.id = t.employee_id),
    (select d.name ->> 'zh_CN' from department d where d.id = t.department_id), (select c.name ->> 'zh_CN' from crowd c where c.id = t.crowd_id))`,
  range: { visible: memberInRange, outside: membersOutside },
  check: async (_tx, _caller, operations) =>
    issuesBy(
      operations.map(({ action, after }) => {
        const named = [after?.employeeId, after?.departmentId, after?.crowdId].filter((one) => typeof one === 'string');
        return [
          ...(action === 'create' && named.length !== 1 ? [issueAt('employeeId', 'issue.oneMember')] : []),
          ...(action !== 'restore' && after?.until !== undefined && after.until !== null && after.until <= clock.now()
            ? [issueAt('until', 'issue.past')]
            : []),
        ];
      }),
    ),
  where: ({ services }, { memberKind, endingDays, empId }) => [
    ...(memberKind === undefined ? [] : [sql<boolean>`${columns[memberKind]} is not null`]),
    ...(endingDays === undefined ? [] : [endsWithin(endingDays, services.now())]),
    ...(empId === undefined
      ? []
      : [
          sql<boolean>`(t.employee_id = ${empId}::uuid or t.department_id in (${directory.departmentsAbove(empId)})
          or t.crowd_id in (${directory.crowdsOf(empId)}))`,
        ]),
  ],
  rows: async ({ db, caller, services }, objects) => {
    const named = await memberNames(db, caller, objects);
    const people = await reachedBy(db, objects);
    return objects.map((object) => {
      const { kind, id } = memberOf(object);
      const { name, fullName } = named(kind, id);
      const state = object.until !== null && object.until <= services.now() ? ('ended' as const) : ('on' as const);
      return { memberKind: kind, memberName: name, fullName, people: people.get(object.id) ?? 0, state };
    });
  },
});
