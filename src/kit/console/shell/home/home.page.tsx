import { PushpinOutlined } from '@ant-design/icons';
import { Alert } from 'antd';
import { useMemo, type ReactElement } from 'react';
import { Link } from 'react-router';
import { useLanguage, useT } from '../../i18n/use-t.ts';
import { opens } from '../../routes/page-route.ts';
import { homeTiles, isPage, nameOfCode, pageAt, pageNamed, pageTable } from '../../routes/page-table.ts';
import { turnAway, useTurnedAway } from '../../routes/turned-away.ts';
import { useCan } from '../../store/granted.ts';
import { useStored } from '../../store/store.ts';
import './home.css';
import { HomeChart } from './home-chart.tsx';
import { HomeFigures } from './home-figures.tsx';
import { Inbox, Standing, useNotified } from './home-inbox.tsx';
import { JobsWaiting } from './home-jobs.tsx';
import { QuickActions, SetupList, YourScope } from './home-side.tsx';
import { ChangesTile, SessionsTile, WarningsTile } from './home-tiles.tsx';
import { MenuIcon } from '../menu/menu-icons.tsx';
import { drawn, pagesOf } from '../menu/menu-tree.ts';
import { usePinnedPages } from '../menu/pinned-pages.ts';

/** /home: what needs attention now, then the ways to the pages one uses. */
export default function HomePage(): ReactElement {
  const t = useT('kit');
  const { uid, name } = useStored('userInfo')?.empInfoDto ?? { uid: '', name: '' };
  const pinned = usePinnedPages().flatMap((route) => pageNamed(route)?.path ?? []);
  const recent = useStored('recentPages').flatMap((one) => (one.uid === uid ? [one.path] : []));
  const menu = useStored('menu');
  const can = useCan();
  const tiles = homeTiles().filter(({ page }) => can(page.code));
  const pages = useMemo(() => pagesOf(drawn(menu, isPage)), [menu]);
  const told = useNotified(tiles);
  const ownWarnings = !tiles.some(({ allWarnings }) => allWarnings);
  return (
    <div className="wh-home">
      <header>
        <div>
          <h1>{t('home.title', { name })}</h1>
          <p>{t('home.subtitle')}</p>
        </div>
        <QuickActions />
      </header>
      <TurnedAway />
      {pages.length === 0 && <p className="wh-none">{t('home.noGrants')}</p>}
      <SetupList />
      <HomeFigures />
      <div className="wh-home-columns">
        <div className="wh-home-main">
          <Inbox told={told}>
            <JobsWaiting />
          </Inbox>
          <HomeChart />
          {ownWarnings && <WarningsTile />}
          <ChangesTile />
        </div>
        <div className="wh-home-ways">
          <YourScope />
          <Ways title={t('home.pinned')} empty={t('home.pinnedNone')} paths={pinned} isPinned />
          <Ways title={t('home.recent')} empty={t('home.recentNone')} paths={recent} />
          <Standing told={told} />
          <SessionsTile />
        </div>
      </div>
    </div>
  );
}

/** Why one is here and not where one wanted to be. */
function TurnedAway(): ReactElement | null {
  const t = useT('kit');
  const address = useTurnedAway();
  if (address === undefined) return null;
  const page = pageAt(address);
  return (
    <Alert
      className="wh-turned-away"
      type="warning"
      showIcon
      closable={{ onClose: () => turnAway(undefined), 'aria-label': t('form.close') }}
      title={page ? <NotGranted code={page.code} address={address} /> : t('home.noPage', { address })}
    />
  );
}

function NotGranted({ code, address }: { code: string; address: string }): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  return <>{t('home.notGranted', { name: nameOfCode(code, language) ?? address })}</>;
}

interface WaysProps {
  title: string;
  empty: string;
  paths: readonly string[];
  isPinned?: boolean;
}

/** Pages by their paths, as far as they are still granted. */
function Ways({ title, empty, paths, isPinned = false }: WaysProps): ReactElement {
  const [language] = useLanguage();
  const codes = useStored('menuCode');
  const granted = paths.flatMap((path) => {
    const route = pageAt(path);
    return route && opens(route, pageTable(), codes) ? [{ path, code: route.code }] : [];
  });
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {granted.length === 0 && <p className="wh-soft">{empty}</p>}
      <ul>
        {granted.slice(0, 8).map((one) => (
          <li key={one.path}>
            <Link to={one.path}>
              <Icon code={one.code} pinned={isPinned} />
              <Named code={one.code} fallback={nameOfCode(one.code, language) ?? one.path} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useNode(code: string): { name: string; icon?: string | null } | undefined {
  const menu = useStored('menu');
  return useMemo(() => {
    const look = (nodes: typeof menu): (typeof menu)[number] | undefined => {
      for (const node of nodes) {
        const found = node.code === code ? node : look(node.children ?? []);
        if (found) return found;
      }
      return undefined;
    };
    return look(menu);
  }, [menu, code]);
}

function Named({ code, fallback }: { code: string; fallback: string }): ReactElement {
  return <span>{useNode(code)?.name ?? fallback}</span>;
}

function Icon({ code, pinned }: { code: string; pinned: boolean }): ReactElement {
  const node = useNode(code);
  return pinned ? <PushpinOutlined aria-hidden="true" /> : <MenuIcon name={node?.icon} />;
}
