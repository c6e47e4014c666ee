import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { departmentTree } from '#modules/people/common/department.contract.ts';
import { fullNameIn, foundByText, maskMobile, nameIn, nameWithin, treeOf } from '#modules/people/server/public.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { contactDeptSearch, contactEmployeeSearch, contactOrgTree } from '../common/pick.contract.ts';
import { afterOf, cursorOf } from './terminal/cursor.ts';

type Picked = Reply<typeof contactEmployeeSearch>['list'][number];

async function people(
  { db, caller, services }: Call,
  input: Parsed<typeof contactEmployeeSearch>,
): Promise<Reply<typeof contactEmployeeSearch>> {
  const where = [sql`e.status not in ('deleted', 'left')`, services.directory.employeeAmongRange(caller.scope(), 'e.id')];
  if (input.text) where.push(foundByText(input.text));
  if (input.status) where.push(sql`e.status = ${input.status}`);
  if (input.crowdId) where.push(sql`e.id in (select cm.employee_id from crowd_member cm where cm.crowd_id = ${input.crowdId}::uuid)`);
  if (input.deptId) {
    const below = input.withBelow ? sql`d.path <@ top.path` : sql`d.id = top.id`;
    where.push(sql`e.id in (select ed.employee_id from department top join department d on ${below} join employee_department ed on ed.department_id = d.id
      where top.id = ${input.deptId}::uuid)`);
  }
  const placed = (name: RawBuilder<string>) => nameWithin(caller.scope(), caller.language, name);
  const after = afterOf(input.after, 2);
  if (after) where.push(sql`(e.sort_key, e.id) > (${after[0]!}, ${after[1]!}::uuid)`);
  const { rows } = await sql<Picked & { key: string }>`with hit as materialized (
      select e.id, e.sort_key from employee e where ${sql.join(where, sql` and `)}),
    page as materialized (select id from hit order by sort_key, id limit ${input.limit + 1})
    select e.id, e.name, e.account, e.employee_no as "employeeNo", ${placed(nameIn(caller.language))} as "departmentName", ${placed(fullNameIn(caller.language))} as "fullName",
      e.mobile, e.enabled, e.sort_key as key
    from page join employee e on e.id = page.id join department d on d.id = e.primary_department_id order by e.sort_key, e.id`.execute(db);
  const shown = rows.slice(0, input.limit);
  const last = shown.at(-1);
  return {
    list: shown.map(({ key: _key, mobile, ...row }) => ({ ...row, mobile: mobile === null ? null : maskMobile(mobile) })),
    next: rows.length > input.limit && last ? cursorOf([last.key, last.id]) : null,
  };
}

async function departments(call: Call, { text, limit }: Parsed<typeof contactDeptSearch>): Promise<Reply<typeof contactDeptSearch>> {
  const { db, caller, services } = call;
  const { hits, nodes } = await treeOf(db, caller, departmentTree.input.parse({ text }));
  const ids = hits.slice(0, limit);
  const names = await services.directory.departments(db, ids, caller.language);
  return {
    list: ids.flatMap((id) => {
      const [named, node] = [names.get(id), nodes.find((one) => one.id === id)];
      return named ? [{ id, name: named.name, fullName: named.fullName, enabled: node?.enabled ?? true }] : [];
    }),
  };
}

/** What pickers of the console read. */
export const pickRoutes: readonly BoundRoute[] = [
  handle(contactOrgTree, ({ db, caller }, input) => treeOf(db, caller, departmentTree.input.parse(input))),
  handle(contactEmployeeSearch, (call, input) => people(call, input)),
  handle(contactDeptSearch, (call, input) => departments(call, input)),
];
