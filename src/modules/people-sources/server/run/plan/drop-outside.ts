import { sql } from 'kysely';
import type { Fields } from '#kit/server/change/kind.ts';
import { isPathTaken } from '../scope.ts';
import type { DepartmentTree } from './department-tree.ts';
import type { PlanContext } from './plan-context.ts';

const pageSize = 2000;

/**
 * Takes out of staging what the scope leaves out, as if it had not been read: departments, and people in no other department. Who was tied
 * before is then gone from the source.
 */
export async function dropOutside(plan: PlanContext, tree: DepartmentTree): Promise<void> {
  const { db, run, source, mapper, reading } = plan;
  const { include, exclude } = source.scope;
  if (include.length === 0 && exclude.length === 0) return;
  plan.left = tree.left;
  await sql`delete from source_staged where run_id = ${run.id}::uuid and object_kind = 'department' and external_id = any(${[...tree.left]}::text[])`.execute(
    db,
  );
  const taken = (values: Fields): boolean => {
    const { departments, departmentPath } = values;
    if (Array.isArray(departments))
      return departments.some(
        (id) => !tree.left.has(String(id)) && (include.length === 0 || tree.byId.has(String(id)) || include.includes(String(id))),
      );
    return typeof departmentPath === 'string' ? isPathTaken(source.scope, departmentPath.split('/')) : include.length === 0;
  };
  for (let after = -1; ;) {
    await plan.step();
    const { rows } = await sql<{ seq: number; raw: Fields }>`select seq, raw from source_staged
      where run_id = ${run.id}::uuid and object_kind = 'employee' and not gone and seq > ${after} order by seq limit ${pageSize}`.execute(
      db,
    );
    const out = rows.filter(({ raw }) => !taken(mapper.map('employee', raw).values)).map(({ seq }) => seq);
    if (out.length > 0) await sql`delete from source_staged where run_id = ${run.id}::uuid and seq = any(${out}::int[])`.execute(db);
    reading.people -= out.length;
    const last = rows.at(-1)?.seq;
    if (rows.length < pageSize || last === undefined) break;
    after = last;
  }
  reading.departments -= tree.left.size;
  // The brake of the next run compares with what was taken.
  const numbers = { people_read: reading.people, departments_read: Math.max(0, reading.departments) };
  await db.updateTable('source_run').set(numbers).where('id', '=', run.id).execute();
}
