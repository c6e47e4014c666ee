import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** What stands in place of the lists: a transfer of one person, or the leaving of some. */
export type LifeView = { view: 'transfer'; id: string } | { view: 'leave'; ids: readonly string[] };

/** Names in the address that belong to these views. */
const own = ['view', 'id', 'ids', 'step'];

/** The view in the address, and how to open or close it; the lists keep their filters for when one comes back. */
export function useLifeView(): readonly [LifeView | undefined, (view: LifeView | undefined) => void] {
  const [search, setSearch] = useSearchParams();
  const go = useCallback(
    (wish: LifeView | undefined) =>
      setSearch((before) => {
        const next = new URLSearchParams([...before].filter(([name]) => !own.includes(name)));
        if (wish) next.set('view', wish.view);
        if (wish?.view === 'transfer') next.set('id', wish.id);
        if (wish?.view === 'leave') next.set('ids', wish.ids.join(','));
        return next;
      }),
    [setSearch],
  );
  return [viewIn(search), go];
}

function viewIn(search: URLSearchParams): LifeView | undefined {
  const id = search.get('id');
  if (search.get('view') === 'transfer' && id !== null) return { view: 'transfer', id };
  const ids = (search.get('ids') ?? '').split(',').filter((one) => one !== '');
  return search.get('view') === 'leave' && ids.length > 0 ? { view: 'leave', ids } : undefined;
}
