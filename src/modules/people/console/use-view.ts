import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { personDefault, setPersonDefault } from '#kit/console/store/person-defaults.ts';
import { store } from '#kit/console/store/store.ts';

/** What the page shows beside its lists, all of it in the address so that every view can be linked to. */
export interface View {
  /** Chosen in the tree. */
  dept: string | undefined;
  /** Whose drawer is open. */
  emp: string | undefined;
  /** Department whose drawer is open. */
  unit: string | undefined;
  /** A whole page in the place of the lists: the merge of departments, or what is set. */
  view: string | undefined;
}

type Name = keyof View;
const names: readonly Name[] = ['dept', 'emp', 'unit', 'view'];
/** What belongs to a drawer goes with it. */
const own: Readonly<Record<Name, readonly string[]>> = {
  dept: ['page', 'unitspage', 'binpage', 'lifepage'],
  emp: ['etab'],
  unit: ['utab'],
  view: ['sources', 'step'],
};

/** Name of the department that a person looked at last among their defaults. */
const usual = 'people.department';

const isId = (value: unknown): value is string => typeof value === 'string';

/** The view in the address and how to change it; the chosen department is kept for this browser tab, and for the person when they sign in again. */
export function useView(): readonly [View, (change: Partial<View>) => void] {
  const [search, setSearch] = useSearchParams();
  const read = (name: Name): string | undefined => search.get(name) ?? undefined;
  const view: View = { dept: read('dept'), emp: read('emp'), unit: read('unit'), view: read('view') };
  const change = useCallback(
    (request: Partial<View>) => {
      if ('dept' in request) {
        store.set('deptData', request.dept === undefined ? null : { id: request.dept });
        setPersonDefault(usual, request.dept ?? null);
      }
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          for (const name of names.filter((one) => one in request)) {
            for (const other of own[name]) next.delete(other);
            const value = request[name];
            if (value === undefined) next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { preventScrollReset: true },
      );
    },
    [setSearch],
  );
  const bare = search.size === 0;
  useEffect(() => {
    const kept = store.get('deptData')?.['id'] ?? personDefault(usual, '', isId);
    if (bare && isId(kept) && kept !== '') setSearch({ dept: kept }, { replace: true });
    // Only when the page is opened: later an empty address is a request.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, []);
  return [view, change];
}
