import type { RangeRow } from '../../common/role.contract.ts';

/** What rows say of departments, as a tree with boxes shows and changes it. */
interface Named {
  readonly all: boolean;
  /** Given with all below, given alone, taken with all below, taken alone. */
  readonly given: ReadonlySet<string>;
  readonly alone: ReadonlySet<string>;
  readonly taken: ReadonlySet<string>;
  readonly takenAlone: ReadonlySet<string>;
}

/** Ids over each named department. */
export type Above = ReadonlyMap<string, readonly string[]>;

function namedIn(rows: readonly RangeRow[]): Named {
  const of = (exclude: boolean, withBelow: boolean): Set<string> =>
    new Set(rows.flatMap((row) => (row.kind === 'depts' && row.exclude === exclude && row.withBelow === withBelow ? row.ids : [])));
  return {
    all: rows.some(({ kind, exclude }) => kind === 'all' && !exclude),
    given: of(false, true),
    alone: of(false, false),
    taken: of(true, true),
    takenAlone: of(true, false),
  };
}

/** Departments that rows name. */
export const departmentsIn = (rows: readonly RangeRow[]): string[] =>
  [...new Set(rows.flatMap(({ kind, ids }) => (kind === 'depts' ? ids : [])))].toSorted();

const isBelow = (above: Above, id: string, top: string): boolean => above.get(id)?.includes(top) ?? false;

/** Whether a department is shown with all below it, in part, or not; `over`: the departments over it. */
export function checkIn(
  rows: readonly RangeRow[],
  { id, over, above }: { id: string; over: readonly string[]; above: Above },
): 'true' | 'mixed' | 'false' {
  const { all, given, alone, taken, takenAlone } = namedIn(rows);
  const own = [id, ...over];
  if (own.some((one) => taken.has(one))) return 'false';
  const inside = (ids: ReadonlySet<string>): boolean => [...ids].some((one) => isBelow(above, one, id));
  const cut = takenAlone.has(id) || inside(taken) || inside(takenAlone);
  if (all || own.some((one) => given.has(one))) return cut ? 'mixed' : 'true';
  return alone.has(id) || inside(given) || inside(alone) ? 'mixed' : 'false';
}

/** Rows without these departments; rows that name nobody any more go. */
function without(rows: readonly RangeRow[], gone: (row: RangeRow, id: string) => boolean): RangeRow[] {
  return rows.flatMap((row) => {
    if (row.kind !== 'depts') return [row];
    const ids = row.ids.filter((id) => !gone(row, id));
    return ids.length === row.ids.length ? [row] : ids.length > 0 ? [{ ...row, ids }] : [];
  });
}

function withNamed(rows: readonly RangeRow[], id: string, exclude: boolean): RangeRow[] {
  const at = rows.findIndex((row) => row.kind === 'depts' && row.exclude === exclude && row.withBelow);
  if (at < 0) return [...rows, { kind: 'depts', ids: [id], withBelow: true, exclude }];
  return rows.map((row, place) => (place === at ? { ...row, ids: [...row.ids, id].toSorted() } : row));
}

/** Rows after a box was clicked: what was chosen is no more, what was not or in part is with all below it. Undefined where something over it is taken away: nothing below can be given then. */
export function toggled(rows: readonly RangeRow[], node: { id: string; over: readonly string[]; above: Above }): RangeRow[] | undefined {
  const { id, over, above } = node;
  if (over.some((one) => namedIn(rows).taken.has(one))) return undefined;
  const within = (one: string): boolean => one === id || isBelow(above, one, id);
  // What is said of it and of what lies below it gives way to what is said now.
  const rest = without(rows, (_row, one) => within(one));
  if (checkIn(rows, node) === 'true') return checkIn(rest, node) === 'true' ? withNamed(rest, id, true) : rest;
  return checkIn(rest, node) === 'true' ? rest : withNamed(rest, id, false);
}
