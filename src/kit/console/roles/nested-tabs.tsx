import type { ReactElement } from 'react';
import { NavLink, Outlet, useSearchParams } from 'react-router';
import { useLanguage } from '../i18n/use-t.ts';
import { nameOfCode, pageNamed } from '../routes/page-table.ts';
import { nestedPages, useGrantedPages } from '../routes/use-granted-pages.ts';
import './roles.css';

/** The nested pages of a page as tabs with addresses of their own; only granted ones, and the query is kept between them. */
export function NestedTabs({ page, keep = [] }: { page: string; keep?: readonly string[] }): ReactElement {
  const [language] = useLanguage();
  const [search] = useSearchParams();
  const pages = useGrantedPages(nestedPages(page));
  const kept = new URLSearchParams(keep.flatMap((name) => search.getAll(name).map((value) => [name, value])));
  return (
    <>
      <nav className="whk-nested" aria-label={nameOfCode(pageNamed(page)?.code ?? '', language) ?? page}>
        {pages.map(({ name, path }) => (
          <NavLink key={name} to={{ pathname: path, search: kept.toString() }}>
            {nameOfCode(pageNamed(name)?.code ?? '', language) ?? name}
          </NavLink>
        ))}
      </nav>
      <Outlet />
    </>
  );
}
