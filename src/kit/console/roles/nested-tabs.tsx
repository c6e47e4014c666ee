import type { ReactElement } from 'react';
import { Outlet, useLocation, useSearchParams } from 'react-router';
import { useLanguage } from '../i18n/use-t.ts';
import { nameOfCode, pageNamed } from '../routes/page-table.ts';
import { nestedPages, useGrantedPages } from '../routes/use-granted-pages.ts';
import { TabCount } from '../tabs/tab-count.tsx';
import { useTabInView } from '../tabs/use-tab-in-view.ts';
import { PageLink } from '../shell/page-link.tsx';
import '../page/page.css';

interface NestedTabsProps {
  page: string;
  keep?: readonly string[];
  /** How much stands on a tab, by the code of its page. */
  counts?: Readonly<Record<string, number>>;
}

/** The nested pages of a page as tabs with addresses of their own; only granted ones, and the query is kept between them. */
export function NestedTabs({ page, keep = [], counts }: NestedTabsProps): ReactElement {
  const [language] = useLanguage();
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const candidates = nestedPages(page, pathname);
  const pages = useGrantedPages(candidates);
  const isAt = ({ path }: { path: string }): boolean => pathname === path || pathname.startsWith(`${path}/`);
  // One that was not granted is left at once: until then it must not ask for what is refused.
  const isRefused = candidates.some(isAt) && !pages.some(isAt);
  const kept = new URLSearchParams(keep.flatMap((name) => search.getAll(name).map((value) => [name, value]))).toString();
  const strip = useTabInView<HTMLElement>(pathname, '[aria-current=page]');
  return (
    <>
      <nav ref={strip} className="whk-nested" aria-label={nameOfCode(pageNamed(page)?.code ?? '', language) ?? page}>
        {pages.map(({ name, path }) => (
          <PageLink key={name} to={kept === '' ? path : `${path}?${kept}`} current={isAt({ path })}>
            {nameOfCode(pageNamed(name)?.code ?? '', language) ?? name}
            <TabCount count={counts?.[pageNamed(name)?.code ?? '']} />
          </PageLink>
        ))}
      </nav>
      {!isRefused && <Outlet />}
    </>
  );
}
