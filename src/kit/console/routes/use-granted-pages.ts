import { useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useStored } from '../store/store.ts';
import { grantedPages, type Candidate } from './guard.ts';
import { pagesInside } from './page-route.ts';
import { orderOf, pageTable } from './page-table.ts';

/** The nested pages of a page as candidates for its tabs. */
export function nestedPages(parent: string): Candidate[] {
  return pageTable()
    .filter((route) => route.nested && route.parent === parent)
    .map((route) => ({
      name: route.name,
      path: route.path,
      order: orderOf(route.code),
      inside: pagesInside(route, pageTable()).map(({ name }) => name),
    }));
}

/** The granted ones of several pages in their order; when the page on screen is not among them, goes to the first, else home. */
export function useGrantedPages<C extends Candidate>(candidates: readonly C[]): C[] {
  const codes = useStored('menuCode');
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { pages, to } = useMemo(() => grantedPages(candidates, codes, { path: pathname, search }), [candidates, codes, pathname, search]);
  useEffect(() => {
    if (to !== undefined) void navigate(to, { replace: true });
  }, [to, navigate]);
  return pages;
}
