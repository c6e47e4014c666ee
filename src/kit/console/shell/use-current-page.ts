import { useLocation, useMatches } from 'react-router';
import { pageNamed } from '../routes/page-table.ts';

interface CurrentPage {
  /** Name of the deepest route on screen. */
  name: string;
  /** Name of the page of its own that is on screen (the one that has a tab), the outermost of nested ones. */
  top: string;
  /** Path with query. */
  address: string;
}

/** Which page is on screen. */
export function useCurrentPage(): CurrentPage {
  const matches = useMatches();
  const { pathname, search } = useLocation();
  const ids = matches.map((match) => match.id);
  const pages = ids.filter((id) => pageNamed(id) !== undefined);
  const own = ids.at(-1) ?? 'home';
  return { name: pages.at(-1) ?? own, top: pages[0] ?? own, address: pathname + search };
}
