import type { Audience, AudienceRow } from '#kit/common/audience.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { orOutside, outsideWord } from '#kit/server/outside-word.ts';
import { directory } from '#modules/people/server/public.ts';

/** Limit users of a version. */
export const limitsOf = async (db: Db, id: string): Promise<Audience> =>
  (await db.selectFrom('app_version').select('limits').where('id', '=', id).executeTakeFirstOrThrow()).limits;

/** Names of parties, a word for who lies outside the range. */
export async function namesOfLimits(
  { db, caller }: Pick<Call, 'db' | 'caller'>,
  rows: Audience,
): Promise<(AudienceRow & { name: string })[]> {
  const [range, { language }] = [caller.scope(), caller];
  const idsOf = (kind: AudienceRow['kind']): string[] => rows.flatMap((row) => (row.kind === kind ? [row.id] : []));
  const [people, departments, crowds] = [
    await directory.people(db, idsOf('employee'), language, range),
    await directory.departments(db, idsOf('department'), language, range),
    orOutside(await directory.crowds(db, idsOf('crowd'), language, range), idsOf('crowd'), { range, language }),
  ];
  const nameOf = (id: string): string => people.get(id)?.name ?? departments.get(id)?.name ?? crowds.get(id) ?? outsideWord(language);
  return rows.map((row) => ({ ...row, name: nameOf(row.id) }));
}
