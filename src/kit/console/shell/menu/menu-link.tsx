import { Tooltip } from 'antd';
import { memo, type ReactElement } from 'react';
import { preloadPage } from '../../routes/load-page.ts';
import { pageAt } from '../../routes/page-table.ts';
import type { MenuNode } from '../../store/registry.ts';
import { MenuIcon } from './menu-icons.tsx';
import { PageLink } from '../page-link.tsx';

interface MenuLinkProps {
  node: MenuNode;
  /** Only the icon is drawn; the name is its tooltip. */
  collapsed: boolean;
  current: boolean;
  /** An entry inside a group stands under the group's icon and has none of its own. */
  within?: boolean;
}

/** A page's entry of the menu; drawn again only when it becomes or ceases to be that of the page on screen. */
export const MenuLink = memo(function MenuLink({ node, collapsed, current, within = false }: MenuLinkProps): ReactElement {
  const to = node.route ?? '/home';
  // Fetched while the pointer is still on its way to the click.
  const fetch = (): void => preloadPage(pageAt(to));
  const link = (
    <PageLink to={to} current={current} aria-label={collapsed ? node.name : undefined} onPointerEnter={fetch} onFocus={fetch}>
      {!within && <MenuIcon name={node.icon} />}
      {!collapsed && <span title={node.name}>{node.name}</span>}
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
