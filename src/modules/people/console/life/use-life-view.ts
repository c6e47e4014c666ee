import { useSearchParams } from 'react-router';
import { useGo } from '#kit/console/routes/use-go.ts';

/** What stands in place of the lists: a transfer of one person, or the leaving of some. */
export type LifeView = { view: 'transfer'; id: string } | { view: 'leave'; ids: readonly string[] };

/** Names in the address that belong to these views. */
const own = ['view', 'id', 'ids', 'step'];

/** The view in the address, and how to open or close it. */
export function useLifeView(): readonly [LifeView | undefined, (view: LifeView | undefined) => void] {
  const [search] = useSearchParams();
  return [viewIn(search), useShowLife()];
}

/** Opens a view or closes it, for who does not need to know which is open: each row of a list. The lists keep their filters for when one comes back. */
export function useShowLife(): (view: LifeView | undefined) => void {
  const go = useGo();
  return (request) => {
    const next = new URLSearchParams([...new URLSearchParams(window.location.search)].filter(([name]) => !own.includes(name)));
    if (request) next.set('view', request.view);
    if (request?.view === 'transfer') next.set('id', request.id);
    if (request?.view === 'leave') next.set('ids', request.ids.join(','));
    void go({ search: next.toString() });
  };
}

function viewIn(search: URLSearchParams): LifeView | undefined {
  const id = search.get('id');
  if (search.get('view') === 'transfer' && id !== null) return { view: 'transfer', id };
  const ids = (search.get('ids') ?? '').split(',').filter((one) => one !== '');
  return search.get('view') === 'leave' && ids.length > 0 ? { view: 'leave', ids } : undefined;
}
