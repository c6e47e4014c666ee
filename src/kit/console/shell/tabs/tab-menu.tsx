import { Dropdown, type MenuProps } from 'antd';
import { useRef, type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { useT } from '../../i18n/use-t.ts';
import { pinPage } from '../menu/pinned-pages.ts';
import { refreshPage } from './tab-actions.ts';
import { closeOthers, type Tab } from './tabs.ts';
import { changeTabs, useTabs } from './tabs-store.ts';

interface TabFacts {
  tab: Tab;
  place: number;
  close: () => void;
  move: (place: number) => void;
}

/** What can be done with an open page; built when it is asked for: there are many tabs, and each change of page draws them. */
export function TabMenu({ facts, open, onOpen }: { facts: TabFacts; open: boolean; onOpen: (open: boolean) => void }): ReactElement {
  const place = useRef<HTMLSpanElement>(null);
  const close = (next: boolean): void => {
    onOpen(next);
    // The focus goes back to the tab it came from.
    if (!next) place.current?.closest('li')?.querySelector('a')?.focus();
  };
  return (
    <Dropdown menu={useTabActions(facts)} trigger={['click']} open={open} onOpenChange={close} autoFocus>
      <span ref={place} className="wh-tab-menu" />
    </Dropdown>
  );
}

function useTabActions({ tab, place, close, move }: TabFacts): MenuProps {
  const t = useT('kit');
  const navigate = useNavigate();
  const { tabs } = useTabs();
  const others = (): void => {
    void Promise.resolve(navigate(tab.address)).then(() => changeTabs((state) => closeOthers(state, tab.name)));
  };
  return {
    items: [
      { key: 'refresh', label: t('tabs.refresh'), onClick: () => refreshPage(tab.name) },
      { key: 'pin', label: t(tab.pinned ? 'tabs.unpin' : 'tabs.pin'), onClick: () => pinPage(tab.name, !tab.pinned) },
      { key: 'left', label: t('tabs.moveLeft'), disabled: place === 0, onClick: () => move(place - 1) },
      { key: 'right', label: t('tabs.moveRight'), disabled: place === tabs.length - 1, onClick: () => move(place + 1) },
      { type: 'divider' },
      { key: 'close', label: t('tabs.close'), onClick: close },
      { key: 'others', label: t('tabs.closeOthers'), disabled: tabs.length < 2, onClick: others },
    ],
  };
}
