import { DownOutlined, MenuFoldOutlined, MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { useId, useMemo, useRef, useState, type ReactElement } from 'react';
import { NavLink } from 'react-router';
import { productConfig } from '../boot/page-meta.ts';
import { useT } from '../i18n/use-t.ts';
import { preloadPage } from '../routes/load-page.ts';
import { isPage, pageAt } from '../routes/page-table.ts';
import type { MenuNode } from '../store/registry.ts';
import { useStored } from '../store/store.ts';
import { Wheel } from '../theme/wheel.tsx';
import { MenuIcon } from './menu-icons.tsx';
import { drawn, matching } from './menu-tree.ts';
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
  const { menuTitle, env } = productConfig();
  const links = useRef<HTMLElement>(null);
  return (
    <div className="wh-menu" data-collapsed={collapsed}>
      <div className="wh-brand">
        <Wheel size={28} stroke={6} />
        {!collapsed && <strong>{menuTitle}</strong>}
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
            <Entry key={node.code} node={node} collapsed={collapsed} searching={words.trim() !== ''} />
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
}

function Entry({ node, collapsed, searching }: EntryProps): ReactElement {
  const children = node.children ?? [];
  return (
    <li>
      {node.route && children.length === 0 ? (
        <PageLink node={node} collapsed={collapsed} />
      ) : (
        <Group node={node} collapsed={collapsed} searching={searching} />
      )}
    </li>
  );
}

function PageLink({ node, collapsed }: { node: MenuNode; collapsed: boolean }): ReactElement {
  // Fetched while the pointer is still on its way to the click.
  const fetch = (): void => preloadPage(pageAt(node.route ?? ''));
  const link = (
    <NavLink to={node.route ?? '/home'} aria-label={collapsed ? node.name : undefined} onPointerEnter={fetch} onFocus={fetch}>
      <MenuIcon name={node.icon} />
      {!collapsed && <span>{node.name}</span>}
    </NavLink>
  );
  return collapsed ? (
    <Tooltip title={node.name} placement="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}

function Group({ node, collapsed, searching }: EntryProps): ReactElement {
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
            <PageLink node={node} collapsed={collapsed} />
          </li>
        )}
        {(node.children ?? []).map((child) => (
          <Entry key={child.code} node={child} collapsed={collapsed} searching={searching} />
        ))}
      </ul>
    </>
  );
}
