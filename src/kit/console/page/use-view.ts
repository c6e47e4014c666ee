import { useSearchParams } from 'react-router';

/**
 * What is opened over a page: it stands in the address under `view`, so that it can be linked. `parts`: further params that belong to what is
 * open and are taken away with it. Opened by its word, closed by undefined.
 */
export function useView<V extends string>(parts: readonly string[] = []): [view: string | null, open: (view: V | undefined) => void] {
  const [search, setSearch] = useSearchParams();
  const open = (view: V | undefined): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const name of ['view', ...parts]) next.delete(name);
        if (view !== undefined) next.set('view', view);
        return next;
      },
      { preventScrollReset: true },
    );
  return [search.get('view'), open];
}
