import type { Db } from '#kit/server/directory.ts';
import { rootDepartmentId } from '../../common/root.ts';
import './department.table.ts';

/** What stands for the whole company, which has the same id everywhere, where it has no code. */
const rootCode = '*';

/** Codes by which other installations know departments, by id; those without a code are absent. */
export async function departmentCodes(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('department')
          .select(['id', 'code'])
          .where('id', 'in', [...ids])
          .execute();
  return new Map(
    rows.flatMap(({ id, code }): [string, string][] => {
      if (id === rootDepartmentId) return [[id, rootCode]];
      return code === null ? [] : [[id, code]];
    }),
  );
}

/** Ids of departments by their codes; unknown codes are absent. */
export async function departmentsByCode(db: Db, codes: readonly string[]): Promise<Map<string, string>> {
  const rows =
    codes.length === 0
      ? []
      : await db
          .selectFrom('department')
          .select(['id', 'code'])
          .where('code', 'in', [...codes])
          .execute();
  const found = new Map(rows.map(({ id, code }) => [code ?? '', id]));
  if (codes.includes(rootCode)) found.set(rootCode, rootDepartmentId);
  return found;
}
