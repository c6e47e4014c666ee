import { createHashRouter, redirect, type NonIndexRouteObject } from 'react-router';
import { PageError } from '../shell/page-error.tsx';
import { GalleryFrame } from './gallery-frame.tsx';
import { parts, type Part } from './parts.ts';

/** Each part at its own address behind the #, so that the page itself stays one file. */
export function createGalleryRouter(): ReturnType<typeof createHashRouter> {
  return createHashRouter([
    {
      path: '/',
      element: <GalleryFrame />,
      errorElement: <PageError error={undefined} retry={() => window.location.reload()} />,
      hydrateFallbackElement: <></>,
      children: [
        ...parts.map(({ nested = [], ...part }) => ({ ...routeOf(part), children: nested.map(routeOf) })),
        { path: '*', loader: first },
        { index: true, loader: first },
      ],
    },
  ]);
}

const first = (): Response => redirect(`/${parts[0]?.name ?? ''}`);

function routeOf({ name, load }: Part): NonIndexRouteObject {
  return { path: name, lazy: async () => ({ Component: (await load()).default }) };
}
