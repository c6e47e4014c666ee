import { sql } from 'kysely';
import type { Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { departmentInRange } from '#modules/people/server/public.ts';

/** Sources that rules may ask about, by code: those of departments in range, and those above it, from which its people may come. */
export async function sourceChoices(db: Db, range: Range): Promise<{ value: string; label: string }[]> {
  const above = range.all ? sql`true` : sql`root.path @> any(${[...range.paths]}::ltree[])`;
  const { rows } = await sql<{ value: string; label: string }>`select s.code as value, s.name as label
    from source s join department root on root.id = s.root_department_id
    where ${departmentInRange(range, 's.root_department_id')} or ${above} order by lower(s.name), s.code limit 500`.execute(db);
  return rows;
}
