import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** What the page shows: the list, one crowd, or the editor of one. */
type CrowdView = { view: 'list' } | { view: 'add' } | { view: 'edit' | 'detail'; id: string };

/** Names in the address that belong to one crowd, not to the list; those of its own lists begin with `m.` and `e.`. */
const own = ['view', 'id', 'tab', 'person'];

/** The view in the address, and how to change it; filters of the list stay for when one comes back. */
export function useCrowdView(): readonly [CrowdView, (view: CrowdView) => void] {
  const [search, setSearch] = useSearchParams();
  const go = useCallback(
    (request: CrowdView) =>
      setSearch((before) => {
        const kept = [...before].filter(([name]) => !own.includes(name) && !/^[me]\./.test(name));
        const next = new URLSearchParams(kept);
        if (request.view !== 'list') next.set('view', request.view);
        if ('id' in request) next.set('id', request.id);
        return next;
      }),
    [setSearch],
  );
  return [viewIn(search.get('view'), search.get('id')), go];
}

function viewIn(view: string | null, id: string | null): CrowdView {
  if (view === 'add') return { view };
  if ((view === 'edit' || view === 'detail') && id !== null) return { view, id };
  return { view: 'list' };
}
