import { CloseOutlined, DownOutlined, EllipsisOutlined, HomeOutlined, PushpinFilled } from '@ant-design/icons';
import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent, type MouseEvent, type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { Opens } from '../../action/opens.tsx';
import { useLanguage, useT } from '../../i18n/use-t.ts';
import { nameOfCode, pageNamed } from '../../routes/page-table.ts';
import { useStored } from '../../store/store.ts';
import { afterClosing, closeTab, inView, moveTab, type Tab } from './tabs.ts';
import { changeTabs, currentTabs, useTabs } from './tabs-store.ts';
import { later } from '../later.tsx';
import { PageLink } from '../page-link.tsx';
import { pinPage, useFollowPins } from '../menu/pinned-pages.ts';
import { useCurrentPage } from '../use-current-page.ts';

/** What can be done with an open page; fetched when it is asked for. */
const TabMenu = later('menu', async () => (await import('./tab-menu.tsx')).TabMenu);

/** The open pages along the top: closed, pinned, refreshed and put in order by mouse and by keyboard. */
export function TabBar(): ReactElement {
  const t = useT('kit');
  const { tabs } = useTabs();
  const { top } = useCurrentPage();
  useFollowPins();
  const { shown, others } = inView(tabs, top);
  const [moved, setMoved] = useState('');
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Once the page is painted: to scroll is to lay out everything that has just come.
    const timer = setTimeout(() => {
      // Newer browsers answer a promise here.
      void list.current?.querySelector('[aria-current=page]')?.closest('li')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }, 50);
    return () => clearTimeout(timer);
  }, [top, tabs.length]);
  return (
    <nav className="wh-tabs" aria-label={t('tabs.label')}>
      {/* Beside the list: it does not scroll away with the others. */}
      <ul className="wh-tab-home">
        <li>
          <PageLink to="/home" current={top === 'home'} aria-label={t('frame.home')} title={t('frame.home')}>
            <HomeOutlined />
          </PageLink>
        </li>
      </ul>
      <ul ref={list}>
        {shown.map((tab) => (
          <OpenPage key={tab.name} tab={tab} place={tabs.indexOf(tab)} current={tab.name === top} onMoved={setMoved} />
        ))}
      </ul>
      {others.length > 0 && <OtherPages tabs={others} />}
      <span className="wh-hidden" role="status">
        {moved}
      </span>
    </nav>
  );
}

/** The open pages for which there is no room, behind a button that says how many they are. */
function OtherPages({ tabs }: { tabs: readonly Tab[] }): ReactElement {
  const t = useT('kit');
  return (
    <Opens
      content={(close) => (
        <ul className="wh-menu-panel wh-tabs-more">
          {tabs.map((tab) => (
            <li key={tab.name} role="presentation" onClick={close}>
              <OtherPage tab={tab} />
            </li>
          ))}
        </ul>
      )}
    >
      <button
        type="button"
        className="wh-tabs-others"
        aria-label={t('tabs.others', { count: tabs.length })}
        title={t('tabs.others', { count: tabs.length })}
      >
        +{tabs.length}
        <DownOutlined aria-hidden="true" />
      </button>
    </Opens>
  );
}

function OtherPage({ tab }: { tab: Tab }): ReactElement {
  const title = useTabTitle(tab.name);
  return (
    <PageLink to={tab.address} current={false}>
      {title}
    </PageLink>
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
    // One that is closed is not to come back with the next sign-in.
    if (tab.pinned) pinPage(tab.name, false);
    // The page is left before it is forgotten: what it still shows must not be built again for a moment.
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
  const [menu, setMenu] = useState<'none' | 'open' | 'closed'>('none');
  const showMenu = (event: MouseEvent): void => {
    event.preventDefault();
    setMenu('open');
  };
  return (
    <li className="wh-tab">
      <PageLink
        to={tab.address}
        current={current}
        title={`${title} — ${t('tabs.hint')}`}
        draggable
        onKeyDown={onKeyDown}
        onContextMenu={showMenu}
        onDragStart={(event) => event.dataTransfer.setData(dragType, tab.name)}
        onDragOver={(event) => event.dataTransfer.types.includes(dragType) && event.preventDefault()}
        onDrop={drop}
      >
        {tab.pinned && <PushpinFilled aria-label={t('tabs.pinned')} />}
        <span>{title}</span>
      </PageLink>
      {current && (
        <button type="button" aria-label={t('tabs.more', { name: title })} aria-expanded={menu === 'open'} onClick={showMenu}>
          <EllipsisOutlined />
        </button>
      )}
      {!tab.pinned && (
        <button type="button" aria-label={t('tabs.closeNamed', { name: title })} onClick={close}>
          <CloseOutlined />
        </button>
      )}
      {menu !== 'none' && (
        <TabMenu facts={{ tab, place, close, move }} open={menu === 'open'} onOpen={(open) => setMenu(open ? 'open' : 'closed')} />
      )}
    </li>
  );
}

function useTabTitle(name: string): string {
  const [language] = useLanguage();
  useStored('menu');
  const code = pageNamed(name)?.code;
  return (code === undefined ? undefined : nameOfCode(code, language)) ?? name;
}
