import { sql } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import { seenNamer, type RoleNamer } from '#kit/server/access/role.named.ts';
import { seenIn } from '#kit/server/access/role.owner.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { directory } from '#modules/people/server/public.ts';

/**
 * How rules that decided something are named to somebody with this range: a role or a member limit of a department outside, and one that is
 * gone, is a word without its id. Segment limits hold for everybody.
 */
export async function ruleNamer(
  db: Db,
  { range, language }: { range: Range; language: Language },
  rules: readonly (string | null | undefined)[],
): Promise<RoleNamer> {
  if (range.all) return (rule) => rule;
  const ids = [...new Set(rules.filter((id) => typeof id === 'string'))];
  const { rows } = await sql<{ id: string }>`select role.id from role where role.id = any(${ids}::uuid[]) and ${seenIn(range)}
    union all select id from member_limit where id = any(${ids}::uuid[]) and ${directory.departmentInRange(range, 'owner_dept_id')}
    union all select id from segment_limit where id = any(${ids}::uuid[])`.execute(db);
  return seenNamer(new Set(rows.map(({ id }) => id)), language);
}
