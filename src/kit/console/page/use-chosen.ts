import { createContext, useCallback, useContext } from 'react';
import { useSearchParams } from 'react-router';

/** What a page shows beside its list, as its address says: one object (`?id=`), or the form for a new one (`?add`). */
export interface Chosen {
  readonly id: string | undefined;
  readonly adding: boolean;
  show(id: string): void;
  add(): void;
  close(): void;
}

/** Names by which the address says what is chosen; others where the page is itself that of an object. */
export const ChosenNames = createContext({ id: 'id', add: 'add' });

/** Names in the address that go with what is chosen: the tab of its drawer. */
export const drawerTab = 'show';

/** The chosen object in the address, so that a link to it can be shared and back closes it. */
export function useChosen(): Chosen {
  const [search, setSearch] = useSearchParams();
  const names = useContext(ChosenNames);
  const go = useCallback(
    (name?: string, value = '') =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          for (const one of [names.id, names.add, drawerTab]) next.delete(one);
          if (name !== undefined) next.set(name, value);
          return next;
        },
        { preventScrollReset: true },
      ),
    [setSearch, names],
  );
  return {
    id: search.get(names.id) ?? undefined,
    adding: search.has(names.add),
    show: (id) => go(names.id, id),
    add: () => go(names.add),
    close: () => go(),
  };
}
