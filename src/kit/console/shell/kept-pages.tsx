import { Activity, type ContextType, useContext, useLayoutEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { UNSAFE_LocationContext as LocationContext, useOutlet } from 'react-router';
import { pageNamed } from '../routes/page-table.ts';
import { useTabs } from './tabs-store.ts';
import { useCurrentPage } from './use-current-page.ts';

interface Kept {
  element: ReactNode;
  location: ContextType<typeof LocationContext>;
}

/**
 * The page on screen and those that are kept alive behind it. A hidden page keeps the address it had (its list does not read the
 * query of another page), its inputs and its scroll position; its effects rest.
 */
export function KeptPages(): ReactElement {
  const outlet = useOutlet();
  const { top } = useCurrentPage();
  const location = useContext(LocationContext);
  const { alive, turns } = useTabs();
  const kept = useRef(new Map<string, Kept>());
  useLayoutEffect(() => {
    kept.current.set(top, { element: outlet, location });
    for (const name of kept.current.keys()) if (name !== top && !alive.includes(name)) kept.current.delete(name);
  });
  const hidden = alive.filter((name) => name !== top && kept.current.has(name));
  const keyOf = (name: string): string => `${name} ${turns[name] ?? 0}`;
  const slots = [...hidden, top].toSorted();
  return (
    <>
      {slots.map((name) => {
        const { element, location: own } = name === top ? { element: outlet, location } : (kept.current.get(name) ?? { element: null, location });
        return (
          <Activity key={keyOf(name)} mode={name === top ? 'visible' : 'hidden'}>
            <section className="wh-page" data-page={name} data-own={pageNamed(name) === undefined}>
              <LocationContext.Provider value={own}>{element}</LocationContext.Provider>
            </section>
          </Activity>
        );
      })}
    </>
  );
}
