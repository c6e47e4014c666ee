import { useLocation } from 'react-router';
import { pageAt, pageNamed } from '../routes/page-table.ts';
import type { PageRoute } from '../routes/page-route.ts';

interface CurrentPage {
  /** Name of the deepest page on screen. */
  name: string;
  /** Name of the page of its own that is on screen (the one that has a tab), the outermost of nested ones. */
  top: string;
  /** Path with query. */
  address: string;
}

/** Which page is on screen. Read from the address alone: the router's matches are new twice with every change of page. */
export function useCurrentPage(): CurrentPage {
  const { pathname, search } = useLocation();
  const path = pathname.replace(/(?<=.)\/+$/, '');
  const page = pageAt(path);
  // Pages of the frame itself are called as their path.
  const own = path.slice(1) || 'home';
  return {
    name: page ? shown(page, new URLSearchParams(search)).name : own,
    top: page ? outermost(page).name : own,
    address: pathname + search,
  };
}

/** The page itself, or the one around it while nothing is chosen that it could show. */
function shown(page: PageRoute, given: URLSearchParams): PageRoute {
  if (page.shownWith === undefined || page.parent === undefined || given.has(page.shownWith)) return page;
  const above = pageNamed(page.parent);
  return above ? shown(above, given) : page;
}

function outermost(page: PageRoute): PageRoute {
  const above = page.nested && page.parent !== undefined ? pageNamed(page.parent) : undefined;
  return above ? outermost(above) : page;
}
