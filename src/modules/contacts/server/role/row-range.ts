import type { Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import type { RangeRow } from '../../common/role.contract.ts';
import { anyOutside } from '../parties.ts';

/** Kinds that lead to the same departments as their holder is in: who may give the role may give these. */
const following = new Set<RangeRow['kind']>(['self', 'ownDept', 'ownDeptBelow', 'reportingLine']);

/** Whether rows that give lead out of a range; what is taken away leads nowhere. */
export async function rowsOutside(db: Db, range: Range, rows: readonly RangeRow[]): Promise<boolean> {
  if (range.all) return false;
  const giving = rows.filter(({ exclude }) => !exclude);
  if (giving.some(({ kind }) => kind === 'all' || kind === 'crowds' || kind === 'ownCompany')) return true;
  const parties = giving.flatMap(({ kind, ids }) =>
    following.has(kind) ? [] : ids.map((id) => ({ kind: kind === 'depts' ? ('department' as const) : ('employee' as const), id })),
  );
  return anyOutside(db, range, parties);
}
