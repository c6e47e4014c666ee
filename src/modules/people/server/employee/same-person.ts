import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';

/**
 * The ids under which one employee can sign in: the own one, and others of the same name and birthday. Number, mobile and e-mail can't be
 * shared by two records, so these two say that somebody has a second one.
 */
export async function samePerson(db: Db, uid: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select other.id from employee as one join employee as other
      on other.birthday = one.birthday and lower(other.name) = lower(one.name) and other.id <> one.id
    where one.id = ${uid}::uuid and one.birthday is not null`.execute(db);
  return [uid, ...rows.map(({ id }) => id)];
}
