import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** What the page shows: the list, a new source, the editor of one, its runs, what was pushed to it, or one run. */
export type SourceView =
  | { view: 'list' }
  | { view: 'add' }
  | { view: 'edit' | 'log' | 'events'; id: string }
  | { view: 'run'; id: string; runId: string };

/** Names in the address that belong to one source, not to the list; those of its runs begin with `r.`. */
const own = ['view', 'id', 'runId', 'step', 'tab'];

/** The view in the address, and how to change it; filters of the list stay for when one comes back. */
export function useSourceView(): readonly [SourceView, (view: SourceView) => void] {
  const [search, setSearch] = useSearchParams();
  const go = useCallback(
    (request: SourceView) =>
      setSearch((before) => {
        const next = new URLSearchParams([...before].filter(([name]) => !own.includes(name) && !name.startsWith('r.')));
        if (request.view !== 'list') next.set('view', request.view);
        if ('id' in request) next.set('id', request.id);
        if ('runId' in request) next.set('runId', request.runId);
        return next;
      }),
    [setSearch],
  );
  return [viewIn(search), go];
}

function viewIn(search: URLSearchParams): SourceView {
  const [view, id, runId] = [search.get('view'), search.get('id'), search.get('runId')];
  if (view === 'add') return { view };
  if ((view === 'edit' || view === 'log' || view === 'events') && id !== null) return { view, id };
  if (view === 'run' && id !== null && runId !== null) return { view, id, runId };
  return { view: 'list' };
}
