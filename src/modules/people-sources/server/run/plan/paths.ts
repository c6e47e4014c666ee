import { sql } from 'kysely';
import type { PlanContext } from './plan-context.ts';

/** Where people are put by names from the root down, every department that is there can be named; in whichever of its languages. */
export async function loadPaths(plan: PlanContext): Promise<void> {
  if (!plan.mapper.rows('employee').has('departmentPath')) return;
  const { rows } = await sql<{
    id: string;
    parent: string | null;
    path: string;
    names: string[];
  }>`select id, parent_id as parent, path::text as path,
      array(select distinct value from jsonb_each_text(name)) as names
    from department where path <@ ${plan.root.path}::ltree order by nlevel(path)`.execute(plan.db);
  const named = new Map<string, string[]>([[plan.root.id, ['']]]);
  for (const { id, parent, path, names } of rows) {
    if (id === plan.root.id || parent === null) continue;
    const above = named.get(parent) ?? [];
    // Each language of each level would multiply: the first few spellings are enough.
    const all = above.flatMap((one) => names.map((name) => (one === '' ? name : `${one}/${name}`))).slice(0, 9);
    named.set(id, all);
    for (const one of all) if (!plan.byPath.has(one)) plan.byPath.set(one, { id, path });
  }
}
