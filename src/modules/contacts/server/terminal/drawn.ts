import { sql } from 'kysely';
import type { Eye } from './eye.ts';

/** Returns, of these people, those who are shown: for a terminal all, in a preview only those of the administrator's own range. */
export async function drawnOf({ db, preview, services }: Eye, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (!preview || preview.range.all) return new Set(ids);
  const { rows } = await sql<{
    id: string;
  }>`select id from unnest(${ids}::uuid[]) as m(id) where ${services.directory.employeeInRange(preview.range, 'm.id')}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
