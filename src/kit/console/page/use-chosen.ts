import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** What a page shows beside its list, as its address says: one object (`?id=`), or the form for a new one (`?add`). */
export interface Chosen {
  readonly id: string | undefined;
  readonly adding: boolean;
  show(id: string): void;
  add(): void;
  close(): void;
}

/** Names in the address that go with what is chosen: the tab of its drawer. */
export const drawerTab = 'show';

/** The chosen object in the address, so that a link to it can be shared and back closes it. */
export function useChosen(): Chosen {
  const [search, setSearch] = useSearchParams();
  const go = useCallback(
    (name?: 'id' | 'add', value = '') =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          for (const one of ['id', 'add', drawerTab]) next.delete(one);
          if (name !== undefined) next.set(name, value);
          return next;
        },
        { preventScrollReset: true },
      ),
    [setSearch],
  );
  return {
    id: search.get('id') ?? undefined,
    adding: search.has('add'),
    show: (id) => go('id', id),
    add: () => go('add'),
    close: () => go(),
  };
}
