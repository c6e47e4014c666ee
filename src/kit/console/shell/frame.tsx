import { useEffect, useState, type ReactElement } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { productTitle } from '../boot/page-meta.ts';
import { useT } from '../i18n/use-t.ts';
import { useNarrow } from '../page/use-narrow.ts';
import { store, useStored } from '../store/store.ts';
import { afterPicture } from './after-picture.ts';
import { ConnectionBanner } from './banners/connection-banner.tsx';
import './frame.css';
import { Header } from './header.tsx';
import { KeptPages } from './tabs/kept-pages.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { later } from './later.tsx';
import { LicenceBanner } from './banners/licence-banner.tsx';
import { SideMenu } from './menu/side-menu.tsx';
import { TabBar } from './tabs/tab-bar.tsx';
import { ViewingBanner } from './banners/viewing-banner.tsx';
import { useCurrentPage } from './use-current-page.ts';
import { usePageTitle } from './use-page-title.ts';
import { useFollowPage } from './use-follow-page.ts';

const LeftDrawer = later('left-drawer', async () => (await import('./left-drawer.tsx')).LeftDrawer);

/** The console around its pages: menu, header, tabs and the kept pages. What follows the address does so in parts of its own: a change of page draws them, not the frame. */
export function Frame(): ReactElement {
  const t = useT('kit');
  const [drawerAt, setDrawerAt] = useState<string>();
  const chosen = useStored('menuCollapsed');
  const rail = useNarrow(railBelow);
  const collapsed = chosen || rail;
  const narrow = useNarrow(tooNarrow);
  return (
    <div className="wh-frame" data-collapsed={collapsed}>
      <FollowPage />
      <LeaveGuard />
      <a className="wh-skip" href="#wh-main">
        {t('frame.skip')}
      </a>
      {narrow ? (
        <NarrowMenu openAt={drawerAt} onClose={() => setDrawerAt(undefined)} />
      ) : (
        <aside className="wh-side">
          <SideMenu collapsed={collapsed} {...(rail ? {} : { onToggle: () => store.set('menuCollapsed', !chosen) })} />
        </aside>
      )}
      <div className="wh-body">
        <Header onMenu={narrow ? () => setDrawerAt(window.location.pathname) : undefined} />
        <div className="wh-above">
          <ViewingBanner />
          <TabBar />
          <LicenceBanner />
          <ConnectionBanner />
        </div>
        <PageOnItsWay />
        <main id="wh-main" tabIndex={-1}>
          <KeptPages />
        </main>
      </div>
    </div>
  );
}

/** The menu as a drawer; it closes when something in it led to another page. */
function NarrowMenu({ openAt, onClose }: { openAt: string | undefined; onClose: () => void }): ReactElement {
  const { pathname } = useLocation();
  return (
    <LeftDrawer open={openAt === pathname} onClose={onClose} width={288} title={productTitle('menuTitle')} className="wh-side-drawer">
      <SideMenu collapsed={false} />
    </LeftDrawer>
  );
}

function PageOnItsWay(): ReactElement | null {
  const t = useT('kit');
  const { state } = useNavigation();
  return state === 'idle' ? null : <div className="wh-progress" role="progressbar" aria-label={t('frame.loading')} />;
}

function FollowPage(): null {
  useTitle();
  useFollowPage();
  // Nearly every page is a list: what lists are made of comes while the first page is read. A page that needs it sooner asks for itself.
  useEffect(() => void import('../page/list-page.tsx').catch(() => undefined), []);
  return null;
}

/** Pixels up to which the menu is a rail of icons: names would take a fifth of the page. */
const railBelow = 1279;

/** Pixels up to which the menu has no room beside the page. */
const tooNarrow = 900;

/** The tab of the browser names the page on screen. A browser takes milliseconds over a new title, which the page need not wait for. */
function useTitle(): void {
  const { name } = useCurrentPage();
  const title = usePageTitle(name);
  useEffect(
    () =>
      afterPicture(() => {
        document.title = `${title} · ${productTitle('tabTitle')}`;
      }),
    [title],
  );
}
