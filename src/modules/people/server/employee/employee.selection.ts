import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { InvalidInput, outOfRange } from '#kit/server/refusal.ts';
import type { EmployeeFilter } from '../../common/employee.contract.ts';
import { peopleWhere } from './employee.filter.ts';
import type { BulkFields } from '../../common/employee-fields.ts';
import { assertVisible } from './employee.query.ts';
import { departmentInRange, employeeInRange } from '../range.ts';

/** Who is meant by a bulk action or an export: ids, or everybody in range that a filter finds; never both. */
export interface Selection {
  ids?: readonly string[] | undefined;
  filter?: EmployeeFilter | undefined;
}

/** SQL condition on `e` for a selection. Refuses with 10910 when an id is out of range, 10400 without ids and filter. */
export async function selected(db: Db, caller: Caller, selection: Selection): Promise<RawBuilder<boolean>> {
  if ((selection.ids === undefined) === (selection.filter === undefined))
    throw new InvalidInput([{ path: 'ids', namespace: 'kit', key: 'issue.missing' }]);
  if (selection.filter) return peopleWhere(db, caller.scope(), selection.filter);
  await assertVisible(db, caller.scope(), selection.ids!);
  return sql<boolean>`e.id = any(${selection.ids!}::uuid[]) and e.status <> 'deleted'`;
}

/** Refuses (10910) when what several people are to get names a department or a person out of range. */
export async function assertSetInRange(db: Db, caller: Caller, { primaryDepartmentId, managerId }: BulkFields): Promise<void> {
  const range = caller.scope();
  const { rows } = await sql`
    select from unnest(${primaryDepartmentId ? [primaryDepartmentId] : []}::uuid[]) as d(id) where not ${departmentInRange(range, 'd.id')}
    union all select from unnest(${managerId ? [managerId] : []}::uuid[]) as p(id) where not ${employeeInRange(range, 'p.id')}`.execute(db);
  if (rows.length > 0) throw outOfRange();
}

/** How many people a selection holds. */
export async function countSelected(db: Db, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from employee e where ${where}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The ids of a selection in pieces, ascending: each statement begins after the last id, so that memory stays small. */
export async function* selectedIds(db: Db, where: RawBuilder<boolean>, size = 1000): AsyncGenerator<string[]> {
  let last: string | undefined;
  for (;;) {
    const { rows } = await sql<{
      id: string;
    }>`select e.id from employee e where ${where} ${last === undefined ? sql`` : sql`and e.id > ${last}::uuid`} order by e.id limit ${size}`.execute(
      db,
    );
    if (rows.length > 0) yield rows.map(({ id }) => id);
    last = rows.at(-1)?.id;
    if (rows.length < size) return;
  }
}
