import { sql, type RawBuilder } from 'kysely';
import type { Range } from '#kit/server/caller.ts';
import { directory } from '#modules/people/server/public.ts';

/**
 * SQL condition: the file `f` of a conversation `c` may be listed in a range, as its message: one of the two of a single chat is in it, or the
 * group belongs to a department of it. Kinds are values made before there are services, so that it stands here as SQL and not as a question.
 */
export function visibleFile(range: Range): RawBuilder<boolean> {
  if (range.all) return sql`true`;
  const [one, other] = [directory.employeeInRange(range, 'c.one_id'), directory.employeeInRange(range, 'c.other_id')];
  const group = sql`exists (select from im_group seen where seen.id = c.group_id and ${directory.departmentInRange(range, 'seen.owner_dept_id')})`;
  return sql`(case c.kind when 'single' then (${one} or ${other}) when 'group' then ${group} else false end)`;
}
