import { sql, type RawBuilder } from 'kysely';
import { pathInRange, type Caller, type Range } from '#kit/server/caller.ts';
import type { Operation } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import type { ManagerRight } from './todo.table.ts';

/** A right of a manager, or `any` for whoever sees the system. */
export type ReachRight = ManagerRight | 'any';

/**
 * SQL condition: the system in this column is seen by the caller, through the department that owns it or as its manager; with a right, as a
 * manager who has it.
 */
export const systemInReach = (range: Range, column: string, right: ReachRight = 'any'): RawBuilder<boolean> =>
  range.all
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from todo_system as own where own.id = ${sql.ref(column)} and (${directory.departmentInRange(range, 'own.owner_dept_id')}
        or exists (select from todo_manager as works where works.system_id = own.id and works.employee_id = nullif(${range.uid}, '')::uuid
          ${right === 'any' ? sql`` : sql`and works.rights ? ${right}`})))`;

/** Which of these systems the caller sees, or may write with a right. */
async function systemsInReach(db: Db, range: Range, ids: readonly string[], right: ReachRight = 'any'): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select t.id from todo_system as t
    where t.id = any(${[...new Set(ids)]}::uuid[]) and ${systemInReach(range, 't.id', right)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Refuses who does not see a system (10910, or 10404 for who sees everything), and a manager without the right (17062). */
export async function assertSystemReach(db: Db, caller: Caller, systemId: string, right: ReachRight = 'any'): Promise<void> {
  const range = caller.scope();
  if ((await systemsInReach(db, range, [systemId])).size === 0) throw range.all ? notFound() : outOfRange();
  if (right !== 'any' && (await systemsInReach(db, range, [systemId], right)).size === 0) throw new Refusal(17062);
}

/** The same for the system of a template; answers the id of the system. */
export async function assertTemplateReach(db: Db, caller: Caller, templateId: string, right: ReachRight = 'any'): Promise<string> {
  const range = caller.scope();
  const { rows } = await sql<{ system: string }>`select system_id as system from todo_template where id = ${templateId}::uuid`.execute(db);
  const [found] = rows;
  if (!found) throw range.all ? notFound() : outOfRange();
  await assertSystemReach(db, caller, found.system, right);
  return found.system;
}

/** Systems are written by who has their department in range, before and after. */
export async function systemsOutside(
  tx: Tx,
  range: Range,
  operations: readonly Operation<{ ownerDeptId: string }>[],
): Promise<Set<number>> {
  if (range.all) return new Set();
  const { rows } = await sql<{ id: string; dept: string }>`select id, owner_dept_id as dept from todo_system
    where id = any(${operations.map(({ id }) => id)}::uuid[])`.execute(tx);
  const now = new Map(rows.map((row) => [row.id, row.dept]));
  const named = operations.map(({ id, before, after }) =>
    [now.get(id), before?.ownerDeptId, after?.ownerDeptId].filter((one) => one !== undefined && one !== null),
  );
  const known = await directory.departments(tx, named.flat());
  const isInside = (id: string): boolean => pathInRange(range, known.get(id)?.path ?? '');
  return new Set(named.flatMap((ids, index) => (ids.length > 0 && ids.every(isInside) ? [] : [index])));
}

/** Templates are written by who has the department of their system in range, and by managers who may write templates. */
export async function templatesOutside(tx: Tx, range: Range, operations: readonly Operation<{ systemId: string }>[]): Promise<Set<number>> {
  if (range.all) return new Set();
  const { rows } = await sql<{ id: string; system: string }>`select id, system_id as system from todo_template
    where id = any(${operations.map(({ id }) => id)}::uuid[])`.execute(tx);
  const now = new Map(rows.map((row) => [row.id, row.system]));
  const named = operations.map(({ id, before, after }) =>
    [now.get(id), before?.systemId, after?.systemId].filter((one) => one !== undefined && one !== null),
  );
  const inside = await systemsInReach(tx, range, named.flat(), 'template');
  return new Set(named.flatMap((ids, index) => (ids.length > 0 && ids.every((id) => inside.has(id)) ? [] : [index])));
}
