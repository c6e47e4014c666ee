import { useEffect, type ReactElement, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { WaitingForm } from '#kit/console/states/waiting.tsx';

/** Lists below it show one account alone: the account of the address is also the filter of its lists. */
export function FixedAccount({ id, children }: { id: string; children: ReactNode }): ReactElement {
  const [search, setSearch] = useSearchParams();
  const isFixed = search.get('snoId') === id;
  useEffect(() => {
    if (isFixed || id === '') return;
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('snoId', id);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [isFixed, id, setSearch]);
  return isFixed ? <>{children}</> : <WaitingForm lines={4} />;
}
