import { Activity, type ContextType, useContext, useState, type ReactElement, type ReactNode } from 'react';
import { UNSAFE_LocationContext as LocationContext, useOutlet } from 'react-router';
import { usePageTitle } from '../use-page-title.ts';
import { useTabs } from './tabs-store.ts';
import { useCurrentPage } from '../use-current-page.ts';

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
  const [kept, setKept] = useState<ReadonlyMap<string, Kept>>(new Map());
  const [come, setCome] = useState<typeof location>();
  // Back at the address it was left at, a page is shown as it stands: nothing in it is drawn again.
  const before = alive.includes(top) ? kept.get(top) : undefined;
  const shown = before && isSamePlace(before.location, location) ? before : { element: outlet, location };
  // Written down at every change of address, so that the page is there when it is left.
  if (come !== location) {
    setCome(location);
    setKept(new Map([...kept].filter(([name]) => alive.includes(name))).set(top, shown));
  }
  const hidden = [...kept].filter(([name]) => name !== top && alive.includes(name));
  const slots: [string, Kept][] = [...hidden, [top, shown]];
  return (
    <>
      {slots
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, page]) => (
          <Activity key={`${name} ${turns[name] ?? 0}`} mode={name === top ? 'visible' : 'hidden'}>
            <KeptPage name={name} page={page} />
          </Activity>
        ))}
    </>
  );
}

/** Whether two visits are to the same address and bring nothing else along. */
function isSamePlace({ location: one }: Kept['location'], { location: other }: Kept['location']): boolean {
  const samePath = one.pathname === other.pathname && one.search === other.search && one.hash === other.hash;
  return samePath && one.state === null && other.state === null;
}

/** It scrolls, so it can be reached by keyboard, and says its name when it is. */
function KeptPage({ name, page }: { name: string; page: Kept }): ReactElement {
  const title = usePageTitle(name);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section className="wh-page" data-page={name} tabIndex={0} aria-label={title}>
      <LocationContext.Provider value={page.location}>{page.element}</LocationContext.Provider>
    </section>
  );
}
