import { sql } from 'kysely';
import type { Operation } from '#kit/server/change/kind.ts';
import type { Db } from '#kit/server/directory.ts';
import './employee.table.ts';

/** Which of these ids are nobody's, or of people who left or lie in the recycle bin. */
export async function unknownPeople(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Set();
  const { rows } = await sql<{
    id: string;
  }>`select id from employee where id = any(${wanted}::uuid[]) and status not in ('deleted', 'left')`.execute(db);
  const known = new Set(rows.map(({ id }) => id));
  return new Set(wanted.filter((id) => !known.has(id)));
}

/** People who are here again by these very operations: others of the same batch may name them, as when a leaving is undone. */
export const comingBack = (operations: readonly Operation[]): Set<string> =>
  new Set(operations.filter(({ after }) => typeof after?.['status'] === 'string' && after['status'] !== 'left').map(({ id }) => id));
