import type { Db } from '../directory.ts';
import { pathInRange, type Grants, type Range } from '../caller.ts';
import type { Services } from '../services.ts';

/** The page of warnings: its range decides what somebody reads of an object. */
const warningCode = 'sys_warning_manager';

/** In which range these grants read of warnings' objects. */
export const warningRangeOf = (grants: Grants): Range =>
  grants.superAdmin ? { all: true } : (grants.codes.get(warningCode) ?? grants.widest);

/** Which of these departments lie in the range; what belongs to none belongs to nobody's department. */
export async function readableDepartments(
  db: Db,
  { directory }: Pick<Services, 'directory'>,
  { range, ids }: { range: Range; ids: readonly (string | null)[] },
): Promise<(deptId: string | null) => boolean> {
  if (range.all) return () => true;
  const known = await directory.departments(db, [...new Set(ids.filter((id) => id !== null))]);
  return (deptId) => {
    if (deptId === null) return true;
    const path = known.get(deptId)?.path;
    return path !== undefined && pathInRange(range, path);
  };
}
