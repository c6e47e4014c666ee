import { CloseOutlined, EllipsisOutlined, HomeOutlined, PushpinFilled } from '@ant-design/icons';
import { Dropdown, type MenuProps } from 'antd';
import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent, type ReactElement } from 'react';
import { NavLink, useNavigate } from 'react-router';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { nameOfCode, pageNamed } from '../routes/page-table.ts';
import { useStored } from '../store/store.ts';
import { afterClosing, closeOthers, closeTab, moveTab, type Tab } from './tabs.ts';
import { changeTabs, currentTabs, useTabs } from './tabs-store.ts';
import { pinPage, refreshPage } from './tab-actions.ts';
import { useCurrentPage } from './use-current-page.ts';

/** The open pages along the top: closed, pinned, refreshed and put in order by mouse and by keyboard. */
export function TabBar(): ReactElement {
  const t = useT('kit');
  const { tabs } = useTabs();
  const { top } = useCurrentPage();
  const [moved, setMoved] = useState('');
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Newer browsers answer a promise here, which an effect must not return.
    void list.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [top, tabs.length]);
  return (
    <nav className="wh-tabs" aria-label={t('tabs.label')}>
      <ul ref={list}>
        <li className="wh-tab-home">
          <NavLink to="/home" aria-label={t('frame.home')} title={t('frame.home')}>
            <HomeOutlined />
          </NavLink>
        </li>
        {tabs.map((tab, place) => (
          <OpenPage key={tab.name} tab={tab} place={place} current={tab.name === top} onMoved={setMoved} />
        ))}
      </ul>
      <span className="wh-hidden" role="status">
        {moved}
      </span>
    </nav>
  );
}

interface OpenPageProps {
  tab: Tab;
  place: number;
  current: boolean;
  onMoved: (words: string) => void;
}

const dragType = 'application/x-console-tab';

function OpenPage({ tab, place, current, onMoved }: OpenPageProps): ReactElement {
  const t = useT('kit');
  const navigate = useNavigate();
  const title = useTabTitle(tab.name);
  const close = (): void => {
    const next = afterClosing(currentTabs(), tab.name);
    // The page is left before it is forgotten: what it still shows must not be built anew for a moment.
    void (current ? navigate(next) : Promise.resolve())?.then(() => changeTabs((state) => closeTab(state, tab.name)));
  };
  const move = (to: number): void => {
    changeTabs((state) => moveTab(state, tab.name, to));
    const { tabs } = currentTabs();
    onMoved(t('tabs.moved', { name: title, place: tabs.findIndex((one) => one.name === tab.name) + 1, total: tabs.length }));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Delete') close();
    else if (event.ctrlKey && event.shiftKey && event.key === 'ArrowLeft') move(place - 1);
    else if (event.ctrlKey && event.shiftKey && event.key === 'ArrowRight') move(place + 1);
    else return;
    event.preventDefault();
  };
  const drop = (event: DragEvent): void => {
    const name = event.dataTransfer.getData(dragType);
    event.preventDefault();
    if (name) changeTabs((state) => moveTab(state, name, place));
  };
  const actions = useTabActions({ tab, place, current, close, move });
  return (
    <li className="wh-tab">
      <Dropdown menu={actions} trigger={['contextMenu']}>
        <NavLink
          to={tab.address}
          aria-current={current ? 'page' : undefined}
          title={`${title} — ${t('tabs.hint')}`}
          draggable
          onKeyDown={onKeyDown}
          onDragStart={(event) => event.dataTransfer.setData(dragType, tab.name)}
          onDragOver={(event) => event.dataTransfer.types.includes(dragType) && event.preventDefault()}
          onDrop={drop}
        >
          {tab.pinned && <PushpinFilled aria-label={t('tabs.pinned')} />}
          <span>{title}</span>
        </NavLink>
      </Dropdown>
      {current && (
        <Dropdown menu={actions} trigger={['click']}>
          <button type="button" aria-label={t('tabs.more', { name: title })}>
            <EllipsisOutlined />
          </button>
        </Dropdown>
      )}
      {!tab.pinned && (
        <button type="button" aria-label={t('tabs.closeNamed', { name: title })} onClick={close}>
          <CloseOutlined />
        </button>
      )}
    </li>
  );
}

interface ActionFacts extends Omit<OpenPageProps, 'onMoved'> {
  close: () => void;
  move: (place: number) => void;
}

function useTabActions({ tab, place, close, move }: ActionFacts): MenuProps {
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

function useTabTitle(name: string): string {
  const [language] = useLanguage();
  useStored('menu');
  const code = pageNamed(name)?.code;
  return (code === undefined ? undefined : nameOfCode(code, language)) ?? name;
}
