import type { RouteObject } from 'react-router';
import type { PageRoute } from '../routes/page-route.ts';
import { PageSlot } from './page-slot.tsx';

const own = (name: string, path: string, load: PageRoute['load']): RouteObject => ({
  id: name,
  path,
  element: <PageSlot route={{ name, path, code: name, keepAlive: false, load }} />,
});

/** Pages of the frame itself, open to everybody who is signed in and never kept alive. */
export const framePages: RouteObject[] = [
  own('home', '/home', () => import('./home/home.page.tsx')),
  own('iframe', '/iframe', () => import('./iframe/iframe.page.tsx')),
];

/** Pages outside the frame. */
export const outsidePages: RouteObject[] = [
  own('page-fault', '/error/page_fault', () => import('./page-fault.page.tsx')),
  own('view-scrollbar-test', '/test/view-scrollbar-test', () => import('./iframe/scrollbar-test.page.tsx')),
];
