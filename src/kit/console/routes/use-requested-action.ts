import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';

/** Begins what the address asks for (`?do=add`), once; the home page and links from elsewhere come so. */
export function useRequestedAction(name: string, begin: () => void): void {
  const [search, setSearch] = useSearchParams();
  const isRequested = search.get('do') === name;
  const start = useEffectEvent(() => {
    begin();
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('do');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  });
  useEffect(() => {
    if (isRequested) start();
  }, [isRequested]);
}
