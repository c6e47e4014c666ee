import { DownOutlined } from '@ant-design/icons';
import { Popover } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import type { MenuNode } from '../../store/registry.ts';
import { MenuIcon } from './menu-icons.tsx';
import { MenuLink } from './menu-link.tsx';
import { isAt, pagesOf } from './menu-tree.ts';

interface GroupProps {
  node: MenuNode;
  /** Path of the page on screen. */
  here: string;
}

/** A group of the menu with its pages below while it is open. */
export function MenuGroup({ node, here, open, onToggle }: GroupProps & { open: boolean; onToggle: () => void }): ReactElement {
  const id = useId();
  const pages = pagesOf([node]);
  const current = pages.some(({ route }) => isAt(here, route));
  return (
    <>
      <button type="button" aria-expanded={open} aria-controls={id} data-current={current && !open} onClick={onToggle}>
        <MenuIcon name={node.icon} />
        <span>{node.name}</span>
        <DownOutlined aria-hidden="true" />
      </button>
      <ul id={id} hidden={!open} className="wh-menu-pages">
        {pages.map((page) => (
          <li key={page.code}>
            <MenuLink node={page} collapsed={false} current={isAt(here, page.route)} within />
          </li>
        ))}
      </ul>
    </>
  );
}

/** A group while the menu shows icons only: its pages stand in a panel beside it. */
export function MenuGroupIcon({ node, here }: GroupProps): ReactElement {
  // A panel belongs to the page it was opened on: it closes when an entry of it leads to another.
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === here;
  const pages = pagesOf([node]);
  const list = (
    <ul className="wh-menu-panel">
      {pages.map((page) => (
        <li key={page.code}>
          <MenuLink node={page} collapsed={false} current={isAt(here, page.route)} within />
        </li>
      ))}
    </ul>
  );
  return (
    <Popover
      placement="rightTop"
      trigger="click"
      title={node.name}
      content={list}
      open={open}
      onOpenChange={(shown) => setOpenAt(shown ? here : undefined)}
      classNames={{ root: 'wh-menu-popover' }}
    >
      <button
        type="button"
        aria-label={node.name}
        title={node.name}
        aria-expanded={open}
        aria-haspopup="true"
        data-current={pages.some(({ route }) => isAt(here, route))}
      >
        <MenuIcon name={node.icon} />
      </button>
    </Popover>
  );
}
