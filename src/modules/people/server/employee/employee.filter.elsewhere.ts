import { sql, type RawBuilder } from 'kysely';
import { administrators, holdersOf } from '#kit/server/access/administrators.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import type { EmployeeFilter } from '../../common/employee.contract.ts';
import { createDirectory } from '../directory.ts';
import { employeeColumns } from './employee.columns.ts';
import { departmentInRange } from '../range.ts';

const directory = createDirectory();

type Condition = RawBuilder<boolean>;

/** Conditions on a person `e` by what stands elsewhere (crowds, roles, sign-ins), and by what is empty. Each is a set that the database looks up. */
export async function elsewhereOf(db: Db, range: Range, filter: Partial<EmployeeFilter>): Promise<Condition[]> {
  const conditions: Condition[] = [];
  if (filter.enabled !== undefined) conditions.push(sql`e.enabled = ${filter.enabled}`);
  if (filter.empty === 'dottedManagerIds') conditions.push(sql`e.dotted_manager_ids = '{}'`);
  else if (filter.empty) conditions.push(sql`${sql.ref(`e.${employeeColumns[filter.empty][0]}`)} is null`);
  if (filter.crowdId !== undefined)
    conditions.push(sql`e.id in (select cm.employee_id from crowd_member cm join crowd on crowd.id = cm.crowd_id
      where cm.crowd_id = ${filter.crowdId}::uuid and ${departmentInRange(range, 'crowd.owner_dept_id')})`);
  // Who is gone from the source stays tied to it: in quarantine they are looked for under their source first of all.
  if (filter.sourceId !== undefined)
    conditions.push(sql`e.id in (select tie.object_id from source_link tie
      where tie.source_id = ${filter.sourceId}::uuid and tie.object_kind = 'employee' and tie.state <> 'merged')`);
  if (filter.roleId !== undefined) conditions.push(sql`e.id in (${await holdersOf(db, directory, [filter.roleId])})`);
  if (filter.administrator !== undefined)
    conditions.push(sql`${filter.administrator ? sql`` : sql`not`} e.id in (${await administrators(db, directory)})`);
  return [...conditions, ...signInsOf(filter)];
}

function signInsOf({ lastSignInFrom, lastSignInTo, neverSignedIn }: Partial<EmployeeFilter>): Condition[] {
  const conditions: Condition[] = [];
  const between = [
    ...(lastSignInFrom === undefined ? [] : [sql`l.at >= ${lastSignInFrom}`]),
    ...(lastSignInTo === undefined ? [] : [sql`l.at <= ${lastSignInTo}`]),
  ];
  if (between.length > 0) conditions.push(sql`e.id in (select l.uid from last_sign_in l where ${sql.join(between, sql` and `)})`);
  if (neverSignedIn !== undefined)
    conditions.push(sql`${neverSignedIn ? sql`not` : sql``} exists (select from last_sign_in l where l.uid = e.id)`);
  return conditions;
}
