import type { Db } from '#kit/server/directory.ts';
import '../employee/employee.table.ts';

/** The primary departments of people by their ids; unknown ids are absent. */
export async function primaryDepartments(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('employee')
    .select(['id', 'primary_department_id'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row.primary_department_id]));
}
