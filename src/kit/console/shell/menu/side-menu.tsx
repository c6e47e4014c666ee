import { MenuFoldOutlined, MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons';
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import { useLocation } from 'react-router';
import { productConfig, productTitle } from '../../boot/page-meta.ts';
import { useT } from '../../i18n/use-t.ts';
import { isPage, pageNamed } from '../../routes/page-table.ts';
import type { MenuNode } from '../../store/registry.ts';
import { store, useStored } from '../../store/store.ts';
import { Wheel } from '../../theme/wheel.tsx';
import { MenuGroup, MenuGroupIcon } from './menu-group.tsx';
import { MenuLink } from './menu-link.tsx';
import { showPalette } from '../palette/palette-open.ts';
import { drawn, isAt, pagesOf, trailAt } from './menu-tree.ts';
import { usePinnedPages } from './pinned-pages.ts';
import { ReadyAhead } from '../ready-ahead.tsx';

interface SideMenuProps {
  collapsed: boolean;
  onToggle?: () => void;
}

/** The granted pages: search and pinned pages first, then groups of which one is open; one icon a group while collapsed. */
export function SideMenu({ collapsed, onToggle }: SideMenuProps): ReactElement {
  const t = useT('kit');
  const menu = useStored('menu');
  const { pathname } = useLocation();
  const home = useMemo<MenuNode>(() => ({ code: 'home', name: t('frame.home'), route: '/home', icon: 'home' }), [t]);
  const all = useMemo(() => drawn(menu, isPage), [menu]);
  const pinned = usePinnedNodes(all);
  const nodes = [home, ...pinned, ...all];
  const groups = useGroups(all, pathname);
  const links = useRef<HTMLElement>(null);
  useCurrentInView(links, pathname);
  return (
    <div className="wh-menu" data-collapsed={collapsed}>
      <Brand collapsed={collapsed} />
      {!collapsed && onToggle && (
        <button
          type="button"
          className="wh-menu-search"
          title={t('frame.searchHint')}
          aria-keyshortcuts="Control+K"
          onClick={() => showPalette(true)}
        >
          <SearchOutlined aria-hidden="true" />
          <span>{t('frame.search')}</span>
          <kbd aria-hidden="true">Ctrl K</kbd>
        </button>
      )}
      <nav ref={links} aria-label={t('frame.menu')}>
        <ul>
          {nodes.map((node) => (
            <li key={node.code}>
              {isPageItself(node) ? (
                <MenuLink node={node} collapsed={collapsed} current={isAt(pathname, node.route)} />
              ) : collapsed ? (
                <MenuGroupIcon node={node} here={pathname} />
              ) : (
                <MenuGroup node={node} open={groups.isOpen(node.code)} here={pathname} onToggle={() => groups.toggle(node.code)} />
              )}
            </li>
          ))}
        </ul>
      </nav>
      <ReadyAhead links={links} menu={menu} />
      {onToggle && (
        <button
          type="button"
          className="wh-menu-toggle"
          aria-label={t(collapsed ? 'frame.expand' : 'frame.collapse')}
          title={t(collapsed ? 'frame.expand' : 'frame.collapse')}
          onClick={onToggle}
        >
          {collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
        </button>
      )}
    </div>
  );
}

const isPageItself = (node: MenuNode): boolean => Boolean(node.route) && (node.children ?? []).length === 0;

function Brand({ collapsed }: { collapsed: boolean }): ReactElement {
  const { env } = productConfig();
  return (
    <div className="wh-brand">
      <Wheel size={28} stroke={6} />
      {!collapsed && <strong>{productTitle('menuTitle')}</strong>}
      {!collapsed && env && <em>{env}</em>}
    </div>
  );
}

/** The pinned pages as entries of their own, below Home. */
function usePinnedNodes(all: readonly MenuNode[]): MenuNode[] {
  const pinned = usePinnedPages();
  return useMemo(() => {
    const pages = pagesOf(all);
    return pinned.flatMap((name) => {
      const page = pages.find(({ route }) => route === pageNamed(name)?.path);
      return page ? [{ code: `pinned:${page.code}`, name: page.name, route: page.route, icon: 'pushpin' }] : [];
    });
  }, [all, pinned]);
}

interface Groups {
  isOpen: (code: string) => boolean;
  toggle: (code: string) => void;
}

/** So many pages fit into the window with every group open. */
const fewPages = 12;

/**
 * Which groups are open. In a long menu it is one: that of the page on screen, until another is opened by hand; the home page keeps
 * the last one. In a short menu all are, until they are closed.
 */
function useGroups(all: readonly MenuNode[], pathname: string): Groups {
  const current = trailAt(all, pathname)[0]?.code;
  const open = useStored('menuGroup');
  const [closed, setClosed] = useState<readonly string[]>([]);
  useEffect(() => {
    if (current !== undefined) store.set('menuGroup', current);
  }, [current]);
  if (pagesOf(all).length <= fewPages)
    return {
      isOpen: (code) => !closed.includes(code),
      toggle: (code) => setClosed(closed.includes(code) ? closed.filter((one) => one !== code) : [...closed, code]),
    };
  return { isOpen: (code) => open === code, toggle: (code) => store.set('menuGroup', open === code ? '' : code) };
}

/** Scrolls the entry of the page on screen into view, as after a jump by the palette. */
function useCurrentInView(menu: { readonly current: HTMLElement | null }, pathname: string): void {
  useEffect(() => {
    menu.current?.querySelector('[aria-current="page"], [data-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [menu, pathname]);
}
