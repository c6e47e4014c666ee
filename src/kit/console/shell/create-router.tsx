import { createBrowserRouter, redirect, type RouteObject } from 'react-router';
import { currentMode, loginPath, toLogin } from '../boot/mode.ts';
import { grantedPages, guard } from '../routes/guard.ts';
import { turnAway } from '../routes/turned-away.ts';
import { loadPage, preloadPage, retryPage } from '../routes/load-page.ts';
import type { PageRoute } from '../routes/page-route.ts';
import { pageTable } from '../routes/page-table.ts';
import { nestedPages } from '../routes/use-granted-pages.ts';
import { store } from '../store/store.ts';
import { Frame } from './frame.tsx';
import { framePages, outsidePages } from './frame-pages.tsx';
import { PageFault } from './page-error.tsx';
import { PageSlot } from './page-slot.tsx';

const wait = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis));
const codes = (): readonly string[] => store.get('menuCode');

/** The router of the frame, made from the table of pages. The login is not one of its pages: it stands beside the frame. */
export function createRouter(): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter([
    {
      path: '/',
      element: <Frame />,
      errorElement: <PageFault />,
      // Nothing is drawn before the guard has spoken: the splash of the start is still on screen.
      hydrateFallbackElement: <></>,
      children: [
        ...framePages,
        ...routesBelow(undefined),
        { path: '*', loader: ({ request }) => home(new URL(request.url).pathname) },
        { index: true, loader: () => redirect('/home') },
      ],
    },
    ...outsidePages,
    {
      path: loginPath,
      loader: () => {
        toLogin();
        return redirect('/home');
      },
    },
  ]);
}

/** Pages of their own, or those that are drawn inside one. */
function routesBelow(parent: PageRoute | undefined): RouteObject[] {
  return pageTable()
    .filter((route) => (parent ? route.nested && route.parent === parent.name : !route.nested || route.parent === undefined))
    .map((route) => {
      const children = routesBelow(route);
      const first = children.length > 0 ? [{ index: true, loader: ({ request }: { request: Request }) => firstChild(route, request) }] : [];
      return {
        id: route.name,
        path: route.path,
        element: <PageSlot route={route} />,
        loader: ({ request }) => admit(route, new URL(request.url).pathname),
        children: [...first, ...children],
      };
    });
}

/** Looks at the grant while the chunk is already on its way; a chunk that fails is told by the page's place, not here. */
async function admit(route: PageRoute, address: string): Promise<Response | null> {
  retryPage(route);
  preloadPage(route);
  const chunk = loadPage(route).catch(() => undefined);
  const verdict = await guard(route, pageTable(), { codes, wait });
  if (verdict === 'open') {
    turnAway(undefined);
    await chunk;
    return null;
  }
  if (verdict === 'login') toLogin();
  // Behind the login the page that was asked for stays the one to come back to.
  return currentMode().screen === 'login' ? null : home(address);
}

/** Home in place of a page that is not there or not granted; it says so. */
function home(address: string): Response {
  turnAway(address);
  return redirect('/home');
}

/** A page with tabs opens the one it prefers, else the first granted one, with the query string kept. */
function firstChild(route: PageRoute, request: Request): Response {
  const { search, pathname } = new URL(request.url);
  const candidates = nestedPages(route.name, pathname);
  const preferred = candidates.filter(({ name }) => name === route.defaultChild);
  const here = { path: '', search };
  const { pages } = grantedPages(preferred, codes(), here);
  return redirect(pages[0] ? pages[0].path + search : (grantedPages(candidates, codes(), here).to ?? '/home'));
}
