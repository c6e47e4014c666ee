import { sql } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import type { BelongsParty } from '../common/special.contract.ts';
import { directory } from './directory.ts';

type Party = Pick<BelongsParty, 'kind' | 'id'>;
const idsOf = (all: readonly Party[], kind: Party['kind']): string[] => all.flatMap((one) => (one.kind === kind ? [one.id] : []));

/** People by id as far as they are still here: whoever left is nobody, as whoever was deleted. */
async function peopleHere(db: Db, ids: readonly string[], language?: Language, seenBy?: Range): ReturnType<typeof directory.people> {
  const { rows } = await sql<{
    id: string;
  }>`select id from employee where id = any(${[...new Set(ids)]}::uuid[]) and status not in ('deleted', 'left')`.execute(db);
  return directory.people(
    db,
    rows.map(({ id }) => id),
    language,
    seenBy,
  );
}

/** Whether any of these is unknown. */
export async function anyUnknown(db: Db, all: readonly Party[]): Promise<boolean> {
  const [employees, departments, crowds] = [idsOf(all, 'employee'), idsOf(all, 'department'), idsOf(all, 'crowd')];
  const [people, places, groups] = [
    await peopleHere(db, employees),
    await directory.departments(db, departments),
    await directory.crowds(db, crowds),
  ];
  return employees.some((id) => !people.has(id)) || departments.some((id) => !places.has(id)) || crowds.some((id) => !groups.has(id));
}

/** Whether any of these lies outside of a range. Whom a crowd holds changes by itself: it is for who sees everybody. */
export async function anyOutside(db: Db, range: Range, all: readonly Party[]): Promise<boolean> {
  if (range.all) return false;
  if (all.some(({ kind }) => kind === 'crowd')) return true;
  const { rows } = await sql`
    select from unnest(${idsOf(all, 'employee')}::uuid[]) as m(id) where not ${directory.employeeInRange(range, 'm.id')}
    union all
    select from unnest(${idsOf(all, 'department')}::uuid[]) as m(id) where not ${directory.departmentInRange(range, 'm.id')} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Names of people, departments and crowds by `kind:id`; unknown ones are absent. For an administrator (`seenBy`) a word stands for what is not in range. */
export async function namesOfParties(
  db: Db,
  all: readonly Party[],
  language: Language | undefined,
  seenBy?: Range,
): Promise<Map<string, { name: string; fullName: string }>> {
  const found = new Map<string, { name: string; fullName: string }>();
  for (const { id, name, departmentName } of (await peopleHere(db, idsOf(all, 'employee'), language, seenBy)).values())
    found.set(`employee:${id}`, { name, fullName: departmentName });
  for (const { id, name, fullName } of (await directory.departments(db, idsOf(all, 'department'), language, seenBy)).values())
    found.set(`department:${id}`, { name, fullName });
  for (const [id, name] of await directory.crowds(db, idsOf(all, 'crowd'), language, seenBy))
    found.set(`crowd:${id}`, { name, fullName: name });
  return found;
}
