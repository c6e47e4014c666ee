import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import { chunkSize, chunksOf, type BatchOptions } from '#kit/server/change/journal.ts';
import type { Fields, Json, Kind } from '#kit/server/change/kind.ts';
import { replaceDepartments, type UseMeans } from '#kit/server/change/replace-departments.ts';
import type { Replacing } from '#kit/server/department-use.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { clock } from '#platform/clock.ts';
import { checkDepartmentRules } from './department.check.ts';
import { departmentKind } from './department.kind.ts';
import type { MergePlan } from './department.merge.plan.ts';
import { assignmentsOf, orderedAssignments, type Assignment } from '../employee/employee.columns.ts';
import { checkEmployeeRules } from '../employee/employee.check.ts';
import { employeeKind } from '../employee/employee.kind.ts';
import { rankBetween } from './rank.ts';
import { ownedBy } from '../ties/merged-ties.ts';
import { worded } from '../wording.ts';

/** What a merge did. */
export interface MergeCounts {
  people: number;
  children: number;
  references: number;
}

/**
 * Puts departments into others, in one transaction and one batch: roles first also for who takes over, then children and people, then
 * whatever names the departments, then they go. In this order nobody loses anything in between, and undoing goes the same way back.
 */
export async function mergeInto(tx: Tx, means: UseMeans, plan: MergePlan, options: BatchOptions): Promise<MergeCounts> {
  const { caller } = means;
  const { replacing } = plan;
  await replaceDepartments(tx, means, { replacing, step: 'ahead', options });
  const merge: Merge = { plan, options };
  await moveChildren(tx, caller, merge);
  const people = await movePeople(tx, caller, merge);
  const references = await replaceDepartments(tx, means, { replacing, step: 'replace', options });
  await removeAll(tx, caller, [...replacing.keys()], options);
  return { people, children: plan.moves.length, references };
}

interface Merge {
  plan: MergePlan;
  options: BatchOptions;
}

/** The rank of the last child of a department. */
export async function lastRank(db: Db, parentId: string): Promise<string | null> {
  const { rows } = await sql<{
    last: string | null;
  }>`select max(order_no) as last from department where parent_id = ${parentId}::uuid`.execute(db);
  return rows[0]?.last ?? null;
}

async function moveChildren(tx: Tx, caller: Caller, { plan: { moves, following }, options }: Merge): Promise<void> {
  if (moves.length === 0) return;
  const last = new Map<string, string | null>();
  for (const { parentId } of moves) if (!last.has(parentId)) last.set(parentId, await lastRank(tx, parentId));
  const changes = moves.map(({ id, parentId, renamed }) => {
    const orderNo = rankBetween(last.get(parentId) ?? null, null);
    last.set(parentId, orderNo);
    return { id, version: null, fields: { parentId, orderNo, ...(renamed && { name: { ...renamed } }) }, action: 'move' as const };
  });
  // A new name is the source's to give; the place follows from its ties.
  const free = moves.flatMap(({ id, renamed }) => (renamed ? [] : [id]));
  const owned = await ownedBy(tx, following, 'department', { ids: free, field: 'parentId' });
  await changeInTwo(tx, caller, departmentKind, { changes, owned, loose: checkDepartmentRules, options });
}

interface InTwo {
  changes: readonly Parameters<typeof changeObjects>[3][number][];
  owned: ReadonlySet<string>;
  loose: NonNullable<Kind['check']>;
  options: BatchOptions;
}

/** Writes changes, those of what follows its source without the rule that keeps hands off it. */
async function changeInTwo(tx: Tx, caller: Caller, kind: Kind, { changes, owned, loose, options }: InTwo): Promise<void> {
  for (const [isOwned, own] of Map.groupBy(changes, ({ id }) => owned.has(id)))
    await worded(() => changeObjects(tx, caller, isOwned ? { ...kind, check: loose } : kind, own, options));
}

/** People go where their departments went, a piece at a time. Answers how many. */
async function movePeople(tx: Tx, caller: Caller, { plan: { replacing, following }, options }: Merge): Promise<number> {
  const froms = [...replacing.keys()];
  const { rows: people } = await sql<{ id: string; deleted: boolean }>`select distinct ed.employee_id as id, e.status = 'deleted' as deleted
    from employee_department ed join employee e on e.id = ed.employee_id where ed.department_id = any(${froms}::uuid[]) order by 1`.execute(
    tx,
  );
  const idsOf = (deleted: boolean): string[] => people.filter((one) => one.deleted === deleted).map(({ id }) => id);
  await moveDeleted(tx, idsOf(true), replacing);
  const living = idsOf(false);
  for (const ids of chunksOf(living, chunkSize)) {
    const states = await employeeKind.read(tx, ids, true);
    const changes = [...states.values()].map(({ id, fields }) => ({
      id,
      version: null,
      fields: { assignments: redirected(fields, replacing) },
      action: 'move' as const,
    }));
    const owned = await ownedBy(tx, following, 'employee', { ids, field: 'assignments' });
    await changeInTwo(tx, caller, employeeKind, { changes, owned, loose: checkEmployeeRules, options });
  }
  return living.length;
}

/** Assignments with some departments replaced by others: each appears once, and the primary one stays primary. */
function redirected(fields: Fields, replacing: Replacing): Json {
  const joined = new Map<string, Assignment>();
  for (const one of assignmentsOf(fields)) {
    const departmentId = replacing.get(one.departmentId) ?? one.departmentId;
    const other = joined.get(departmentId);
    joined.set(departmentId, {
      departmentId,
      primary: one.primary || (other?.primary ?? false),
      title: other?.title ?? one.title,
    });
  }
  return orderedAssignments([...joined.values()]);
}

/** People of the recycle bin follow without a journal: they are not there for anybody. */
export async function moveDeleted(tx: Tx, people: readonly string[], replacing: Replacing): Promise<void> {
  if (people.length === 0) return;
  const pairs = JSON.stringify([...replacing].map(([gone, target]) => ({ gone, target })));
  await sql`update employee as e set primary_department_id = pair.target from jsonb_to_recordset(${pairs}::jsonb) as pair(gone uuid, target uuid)
    where e.id = any(${people}::uuid[]) and e.primary_department_id = pair.gone`.execute(tx);
  await sql`delete from employee_department where employee_id = any(${people}::uuid[])`.execute(tx);
  await sql`insert into employee_department (employee_id, department_id, is_primary, from_at) select id, primary_department_id, true, ${clock.now()}::bigint from employee where id = any(${people}::uuid[])`.execute(
    tx,
  );
}

/** The lowest first, so that an undo, which goes backwards, finds the department above each. */
async function removeAll(tx: Tx, caller: Caller, ids: readonly string[], options: BatchOptions): Promise<void> {
  const { rows } = await sql<{
    ids: string[];
  }>`select array_agg(id order by id) as ids from department where id = any(${ids}::uuid[]) group by nlevel(path) order by nlevel(path) desc`.execute(
    tx,
  );
  for (const level of rows) await worded(() => removeObjects(tx, caller, departmentKind, level.ids, options));
}
