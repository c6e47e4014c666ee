import type { Db } from '#kit/server/directory.ts';
import { createDirectory } from '#modules/user-centre/server/public.ts';

/** People and departments as other modules see them. */
export const directory = createDirectory();

/** The ltree path of each department: where its things lie in the ranges of administrators. */
export async function departmentPaths(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await directory.departments(db, ids);
  return new Map([...found].map(([id, { path }]) => [id, path]));
}
