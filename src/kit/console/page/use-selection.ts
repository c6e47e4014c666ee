import { useCallback, useMemo, useState } from 'react';

/** Rows that are selected, over several pages of one list. */
export interface Selection<Row> {
  readonly ids: readonly string[];
  readonly rows: readonly Row[];
  /** Selects exactly these of the page on screen; those of other pages stay. */
  set(page: readonly Row[], ids: readonly string[]): void;
  clear(): void;
}

/** The id of a row; rows of append-only lists have one too. */
export function idOf(row: unknown): string {
  if (typeof row !== 'object' || row === null) return '';
  const id: unknown = 'id' in row ? row.id : 'seq' in row ? row.seq : '';
  return typeof id === 'string' ? id : String(id);
}

/** A selection that is given up when what is listed changes (`of`): nobody acts on rows that are no longer meant. */
export function useSelection<Row>(of: string): Selection<Row> {
  const [state, setState] = useState<{ of: string; rows: ReadonlyMap<string, Row> }>({ of, rows: new Map() });
  const rows = useMemo(() => (state.of === of ? state.rows : new Map<string, Row>()), [state, of]);
  const set = useCallback(
    (page: readonly Row[], ids: readonly string[]) =>
      setState((before) => {
        const next = new Map(before.of === of ? before.rows : []);
        for (const row of page) next.delete(idOf(row));
        for (const row of page) if (ids.includes(idOf(row))) next.set(idOf(row), row);
        return { of, rows: next };
      }),
    [of],
  );
  const clear = useCallback(() => setState({ of, rows: new Map() }), [of]);
  return useMemo(() => ({ ids: [...rows.keys()], rows: [...rows.values()], set, clear }), [rows, set, clear]);
}
