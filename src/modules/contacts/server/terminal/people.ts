import { sql } from 'kysely';
import { notFound } from '#kit/server/refusal.ts';
import type { PeopleAnswer } from '../../common/terminal.contract.ts';
import { keptOut, ofStatus, placements } from '../rule/visible.ts';
import { afterOf, cursorOf } from './cursor.ts';
import type { Eye } from './eye.ts';
import { assertMay } from './refuse.ts';
import { rowsOf, seenOf } from './rows.ts';
import { isHidden } from './tree.ts';

interface Row {
  id: string;
  first: number;
  key: string;
}

/** A page of the people of a department whom a viewer sees there. */
export async function peopleOf(eye: Eye, input: { deptId: string; after?: string | undefined; limit: number }): Promise<PeopleAnswer> {
  const { db, viewer } = eye;
  const { config } = viewer.book;
  await assertMay(eye, 'dept.browse');
  if (!config.directoryOn || !config.treeOn) return { list: [], next: null };
  const { rows: found } = await sql<{
    path: string;
  }>`select path::text as path from department where id = ${input.deptId}::uuid`.execute(db);
  if (!found[0]) throw notFound();
  const hidden = keptOut(viewer, 'tree');
  const shown = hidden ? sql`and e.id not in (${hidden})` : sql``;
  const first = config.showManagersFirst ? sql`(case when e.id = any(dept.manager_ids) then 0 else 1 end)` : sql`1`;
  const key = config.sortPeople === 'jobLevel' ? sql`coalesce(e.job_level, '~') || ' ' || e.sort_key` : sql`e.sort_key`;
  const after = afterOf(input.after, 3);
  const start = after ? sql`and (${first}, ${key}, e.id) > (${after[0] === '0' ? 0 : 1}, ${after[1]!}, ${after[2]!}::uuid)` : sql``;
  const { rows } = await sql<Row>`select e.id, ${first} as first, ${key} as key
    from (${placements(viewer, 'tree', [found[0].path])}) as p join employee e on e.id = p.employee_id join department dept on dept.id = p.department_id
    where p.department_id = ${input.deptId}::uuid and ${ofStatus(viewer, 'e')} ${shown} ${start}
    order by 2, 3, 1 limit ${input.limit + 1}`.execute(db);
  // A department that is not there for the viewer and none at all look the same.
  if (rows.length === 0 && !after && (await isHidden(eye, input.deptId))) throw notFound();
  const page = rows.slice(0, input.limit);
  const seen = (
    await seenOf(
      eye,
      page.map(({ id }) => id),
    )
  ).filter(({ decision }) => decision.treeAt.some(({ id }) => id === input.deptId));
  const last = page.at(-1);
  return {
    list: await rowsOf(eye, seen, 'list'),
    next: rows.length > input.limit && last ? cursorOf([last.first, last.key, last.id]) : null,
  };
}
