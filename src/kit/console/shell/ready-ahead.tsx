import { lazy, Suspense, useEffect, useState, type ReactElement, type RefObject } from 'react';
import { preloadPage } from '../routes/load-page.ts';
import { pageAt } from '../routes/page-table.ts';

/** So long after the menu came the page that was asked for is there too. */
const settleMillis = 1_000;
/** More than fit into a window are not guessed at. */
const mostPages = 16;

const Rehearsal = lazy(() => import('../page/rehearsal.tsx'));

interface ReadyAheadProps {
  /** Where the links stand. */
  links: RefObject<HTMLElement | null>;
  /** They are looked at again when this changes. */
  menu: unknown;
}

/**
 * Fetches the pages whose links stand in the window, one after another while the browser has nothing else to do, so that the first
 * visit finds them. Not for who asked the browser to save data, and not what has to be scrolled to.
 */
export function ReadyAhead({ links, menu }: ReadyAheadProps): ReactElement | null {
  const [rests, setRests] = useState(false);
  useEffect(() => {
    if (savesData()) return undefined;
    let stop: () => void = () => undefined;
    const timer = setTimeout(() => {
      const waiting = addressesIn(links.current).slice(0, mostPages);
      const next = (): void => {
        const address = waiting.shift();
        if (address === undefined) return setRests(true);
        preloadPage(pageAt(address));
        stop = whenIdle(next);
      };
      stop = whenIdle(next);
    }, settleMillis);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [links, menu]);
  if (!rests) return null;
  return (
    <Suspense>
      <Rehearsal />
    </Suspense>
  );
}

function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true;
}

/** Addresses of the links that can be seen, from the top. */
function addressesIn(menu: HTMLElement | null): string[] {
  const links = [...(menu?.querySelectorAll<HTMLAnchorElement>('a[href]') ?? [])];
  return links
    .filter((link) => link.checkVisibility() && link.getBoundingClientRect().top < window.innerHeight)
    .map((link) => link.getAttribute('href') ?? '');
}

/** Safari has no idle callback: there a pause does. Returns the way to end the wait. */
function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work);
  return () => cancelIdleCallback(handle);
}
