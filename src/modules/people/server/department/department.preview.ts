import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pathInRange, type Caller } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import type { departmentMovePreview } from '../../common/department.contract.ts';
import { maxDepth } from './department.tree.ts';
import { fullNameIn } from '../employee/employee.view.ts';
import { countsOf } from './people-counts.ts';

interface Place {
  id: string;
  path: string;
  fullName: string;
  levels: number;
}

/** What moving a department would touch. Refuses with 10910, 12001, 12002, 12006 as the move itself does. */
export async function previewMove(
  db: Db,
  caller: Caller,
  input: Parsed<typeof departmentMovePreview>,
): Promise<Omit<Reply<typeof departmentMovePreview>, 'roles'>> {
  const range = caller.scope();
  const { rows } = await sql<Place>`select d.id, d.path::text as path, ${fullNameIn(caller.language)} as "fullName",
      (select max(nlevel(below.path)) - nlevel(d.path) + 1 from department below where below.path <@ d.path) as levels
    from department d where d.id in (${input.id}::uuid, ${input.parentId}::uuid)`.execute(db);
  const moved = rows.find(({ id }) => id === input.id);
  const target = rows.find(({ id }) => id === input.parentId);
  if (!moved || !target) throw range.all ? notFound() : outOfRange();
  if (!pathInRange(range, moved.path) || !pathInRange(range, target.path)) throw outOfRange();
  if (!moved.path.includes('.')) throw new Refusal(12006);
  if (target.path === moved.path || target.path.startsWith(`${moved.path}.`)) throw new Refusal(12001);
  if (target.path.split('.').length + moved.levels > maxDepth) throw new Refusal(12002);
  const {
    rows: [counts],
  } = await sql<{
    departments: number;
    people: number;
  }>`select counted.total as people, (select count(*) from department d where d.path <@ ${moved.path}::ltree) as departments
    from ${countsOf(sql`select ${moved.id}::uuid`)} counted`.execute(db);
  return { departments: counts?.departments ?? 0, people: counts?.people ?? 0, from: moved.fullName, to: target.fullName };
}
