import { DownOutlined, MenuFoldOutlined, MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { memo, useId, useMemo, useRef, useState, type ReactElement } from 'react';
import { useLocation } from 'react-router';
import { productConfig, productTitle } from '../boot/page-meta.ts';
import { useT } from '../i18n/use-t.ts';
import { preloadPage } from '../routes/load-page.ts';
import { isPage, pageAt } from '../routes/page-table.ts';
import type { MenuNode } from '../store/registry.ts';
import { useStored } from '../store/store.ts';
import { Wheel } from '../theme/wheel.tsx';
import { MenuIcon } from './menu-icons.tsx';
import { drawn, matching } from './menu-tree.ts';
import { PageLink } from './page-link.tsx';
import { ReadyAhead } from './ready-ahead.tsx';

interface SideMenuProps {
  collapsed: boolean;
  onToggle?: () => void;
}

/** The granted pages: searchable, in groups that open and close; only their icons while collapsed. */
export function SideMenu({ collapsed, onToggle }: SideMenuProps): ReactElement {
  const t = useT('kit');
  const menu = useStored('menu');
  const [words, setWords] = useState('');
  const nodes = useMemo(() => {
    const home: MenuNode = { code: 'home', name: t('frame.home'), route: '/home', icon: 'home' };
    return matching([home, ...drawn(menu, isPage)], collapsed ? '' : words);
  }, [menu, words, collapsed, t]);
  const { env } = productConfig();
  const links = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  return (
    <div className="wh-menu" data-collapsed={collapsed}>
      <div className="wh-brand">
        <Wheel size={28} stroke={6} />
        {!collapsed && <strong>{productTitle('menuTitle')}</strong>}
        {!collapsed && env && <em>{env}</em>}
      </div>
      {!collapsed && (
        <label className="wh-menu-search">
          <SearchOutlined aria-hidden="true" />
          <input
            type="search"
            aria-label={t('frame.searchMenu')}
            placeholder={t('frame.searchMenu')}
            maxLength={100}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </label>
      )}
      <nav ref={links} aria-label={t('frame.menu')}>
        <ul>
          {nodes.map((node) => (
            <Entry key={node.code} node={node} collapsed={collapsed} searching={words.trim() !== ''} here={pathname} />
          ))}
        </ul>
        {words.trim() && nodes.length === 0 && <p role="status">{t('frame.noMenu')}</p>}
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

interface EntryProps {
  node: MenuNode;
  collapsed: boolean;
  searching: boolean;
  /** Path of the page on screen. */
  here: string;
}

function Entry({ node, collapsed, searching, here }: EntryProps): ReactElement {
  const children = node.children ?? [];
  return (
    <li>
      {node.route && children.length === 0 ? (
        <MenuLink node={node} collapsed={collapsed} current={isAt(here, node.route)} />
      ) : (
        <Group node={node} collapsed={collapsed} searching={searching} here={here} />
      )}
    </li>
  );
}

const isAt = (here: string, route: string): boolean => here === route || here.startsWith(`${route}/`);

interface MenuLinkProps {
  node: MenuNode;
  collapsed: boolean;
  current: boolean;
}

/** Drawn again only when it becomes or ceases to be that of the page on screen. */
const MenuLink = memo(function MenuLink({ node, collapsed, current }: MenuLinkProps): ReactElement {
  const to = node.route ?? '/home';
  // Fetched while the pointer is still on its way to the click.
  const fetch = (): void => preloadPage(pageAt(to));
  const link = (
    <PageLink to={to} current={current} aria-label={collapsed ? node.name : undefined} onPointerEnter={fetch} onFocus={fetch}>
      <MenuIcon name={node.icon} />
      {!collapsed && <span>{node.name}</span>}
    </PageLink>
  );
  return collapsed ? (
    <Tooltip title={node.name} placement="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
});

function Group({ node, collapsed, searching, here }: EntryProps): ReactElement {
  const id = useId();
  const [open, setOpen] = useState(true);
  const shown = searching || collapsed || open;
  return (
    <>
      {collapsed ? (
        <hr />
      ) : (
        <button type="button" aria-expanded={shown} aria-controls={id} onClick={() => setOpen(!open)}>
          <span>{node.name}</span>
          <DownOutlined aria-hidden="true" />
        </button>
      )}
      <ul id={id} hidden={!shown}>
        {node.route && (
          <li>
            <MenuLink node={node} collapsed={collapsed} current={isAt(here, node.route)} />
          </li>
        )}
        {(node.children ?? []).map((child) => (
          <Entry key={child.code} node={child} collapsed={collapsed} searching={searching} here={here} />
        ))}
      </ul>
    </>
  );
}
