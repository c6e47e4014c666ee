import { sql } from 'kysely';
import { pathInRange, type Range } from '#kit/server/caller.ts';
import type { Fields, Kind, Operation, State } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { maskableFields } from '../../common/employee-fields.ts';
import { userManagement } from '../../common/permissions.ts';
import { countAdministrators } from './administrators.ts';
import { departmentPaths } from '../department/department.tree.ts';
import { checkEmployees } from './employee.check.ts';
import { assignmentsOf, employeeColumns, touchedDepartments } from './employee.columns.ts';
import { eraseEmployees } from './employee.erase.ts';
import { prepareEmployees, writeEmployees } from './employee.write.ts';
import { journaledExtras } from '../extra/extra.index.ts';
import { extraPeople, withExtraRules } from '../extra/extra.known.ts';
import { namingOutside } from './named-people.ts';
import { counted, roleImpact } from '../role-turns/role-turns.ts';
import './employee.table.ts';

interface Row {
  id: string;
  name: string;
  version: number;
  path: string;
  fields: Fields;
}

const fieldsOf = sql.raw(
  Object.entries(employeeColumns)
    .map(([field, [column]]) => `'${field}', e.${column}`)
    .join(', '),
);

/** People that are not in the recycle bin (or, with `deleted`, those alone), with the path of their primary department. */
export async function readEmployees(
  tx: Db,
  ids: readonly string[],
  options: { lock: boolean; deleted?: boolean },
): Promise<Map<string, State>> {
  if (ids.length === 0) return new Map();
  const { rows } =
    await sql<Row>`select e.id, e.name, e.version, d.path::text as path, jsonb_build_object(${fieldsOf}) || ${journaledExtras('e.extra')} || jsonb_build_object('assignments', (
      select jsonb_agg(jsonb_build_object('departmentId', ed.department_id, 'primary', ed.is_primary, 'title', ed.title) order by ed.is_primary desc, ed.department_id)
      from employee_department ed where ed.employee_id = e.id)) as fields
    from employee e join department d on d.id = e.primary_department_id
    where e.id = any(${ids}::uuid[]) and e.status ${options.deleted ? sql`=` : sql`<>`} 'deleted' order by e.id ${options.lock ? sql`for no key update of e` : sql``}`.execute(
      tx,
    );
  return new Map(rows.map((row) => [row.id, row]));
}

async function outside(tx: Tx, range: Range, operations: readonly Operation[]): Promise<Set<number>> {
  const found = new Set<number>();
  if (range.all) return found;
  const touched = operations.map(({ action, before, after }) => {
    if (action === 'create' || action === 'restore') return assignmentsOf(after).map(({ departmentId }) => departmentId);
    return after && 'assignments' in after ? touchedDepartments(before, after) : [];
  });
  const paths = await departmentPaths(tx, touched.flat());
  for (const [index, { id, action, path, after }] of operations.entries()) {
    const isNew = action === 'create';
    const assignmentsOnly = after !== null && Object.keys(after).length > 0 && Object.keys(after).every((field) => field === 'assignments');
    // The person belongs to who looks after the primary department; an assignment to who looks after its department.
    const owns =
      isNew || assignmentsOnly || (path !== null && pathInRange(range, path)) || (range.self && id === range.uid && action === 'change');
    const reaches = touched[index]!.every((department) => {
      const target = paths.get(department);
      return target !== undefined && pathInRange(range, target);
    });
    if (!owns || !reaches || (isNew && touched[index]!.length === 0)) found.add(index);
  }
  for (const index of await namingOutside(tx, range, operations, ['managerId', 'ownerId', 'dottedManagerIds', ...extraPeople('employee')]))
    found.add(index);
  return found;
}

/** Fields by which somebody signs in, or holds roles: that an administrator changes in them is worth a word. */
const weighty = ['account', 'email', 'mobile', 'status', 'expiresAt', 'assignments'];

const isWeighty = ({ action, after }: Operation): boolean =>
  action !== 'create' && (action === 'delete' || weighty.some((field) => after && field in after));

async function impact(tx: Tx, _caller: unknown, operations: readonly Operation[]): Promise<Record<string, number>> {
  const losing = operations.filter(({ action }) => action === 'delete' || action === 'disable').map(({ id }) => id);
  const known = operations.filter(isWeighty).map(({ id }) => id);
  const administrators = known.length === 0 ? 0 : await countAdministrators(tx, known);
  const touched = { ...counted({ administrators }), ...(await roleImpact(tx, operations)) };
  if (losing.length === 0) return touched;
  const { rows } = await sql<{ managers: number; active: number }>`select count(*) filter (where
      exists (select from department d where d.manager_ids @> array[p.id]) or exists (select from employee e where e.manager_id = p.id)) as managers,
      count(*) filter (where exists (select from employee e where e.id = p.id and e.status = 'active')) as active
    from unnest(${losing}::uuid[]) as p(id)`.execute(tx);
  return { ...touched, ...counted({ loseSignIn: rows[0]?.active ?? 0, managers: rows[0]?.managers ?? 0 }) };
}

const ownFields: Kind['fields'] = {
  ...Object.fromEntries(Object.keys(employeeColumns).map((field) => [field, {}])),
  ...Object.fromEntries(maskableFields.map((field) => [field, { sensitive: true as const }])),
  ownerId: { refers: 'employee' },
  managerId: { refers: 'employee' },
  dottedManagerIds: { refers: 'employee' },
  assignments: { refers: 'department' },
  avatar: { picture: true },
};

const fieldsNow = withExtraRules('employee', ownFields);

/** People in the change engine: `assignments` holds all current departments, `status` changes through enable, disable, delete and restore. */
export const employeeKind: Kind = {
  kind: 'employee',
  module: 'user-centre',
  codes: { read: userManagement.code, revert: userManagement.button.update, unmask: userManagement.button.unmask },
  get fields() {
    return fieldsNow();
  },
  read: (tx, ids, lock) => readEmployees(tx, ids, { lock }),
  write: writeEmployees,
  prepare: prepareEmployees,
  check: checkEmployees,
  outside,
  impact,
  purge: eraseEmployees,
};
