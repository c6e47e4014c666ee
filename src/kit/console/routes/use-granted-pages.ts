import { useEffect, useEffectEvent, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useStored } from '../store/store.ts';
import { grantedPages, type Candidate } from './guard.ts';
import { filledPath } from './page-path.ts';
import { pagesInside } from './page-route.ts';
import { orderOf, pageTable } from './page-table.ts';
import { useStillHere } from './use-still-here.ts';

/** The nested pages of a page as candidates for its tabs; one with parameters only where the address on screen holds them. */
export function nestedPages(parent: string, here: string): Candidate[] {
  return pageTable()
    .filter((route) => route.nested && route.parent === parent)
    .flatMap((route) => {
      const path = filledPath(route.path, here);
      const inside = pagesInside(route, pageTable()).map(({ name }) => name);
      return path === undefined ? [] : [{ name: route.name, path, order: orderOf(route.code), inside }];
    });
}

/** The granted ones of several pages in their order; when the page on screen is not among them, goes to the first, else home. */
export function useGrantedPages<C extends Candidate>(candidates: readonly C[]): C[] {
  const codes = useStored('menuCode');
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { pages, to } = useMemo(() => grantedPages(candidates, codes, { path: pathname, search }), [candidates, codes, pathname, search]);
  const isHere = useStillHere();
  const go = useEffectEvent((target: string) => {
    if (isHere()) void navigate(target, { replace: true });
  });
  useEffect(() => {
    if (to !== undefined) go(to);
  }, [to]);
  return pages;
}
