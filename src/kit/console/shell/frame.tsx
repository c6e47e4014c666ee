import { Drawer } from 'antd';
import { useEffect, useState, type ReactElement } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { productConfig } from '../boot/page-meta.ts';
import { useT } from '../i18n/use-t.ts';
import { store, useStored } from '../store/store.ts';
import './frame.css';
import { Header } from './header.tsx';
import { KeptPages } from './kept-pages.tsx';
import { SideMenu } from './side-menu.tsx';
import { TabBar } from './tab-bar.tsx';
import { useCurrentPage } from './use-current-page.ts';
import { usePageTitle } from './use-page-title.ts';
import { useFollowPage } from './use-follow-page.ts';

/** The console around its pages: menu, header, tabs and the kept pages. */
export function Frame(): ReactElement {
  const t = useT('kit');
  const [drawerAt, setDrawerAt] = useState<string>();
  const collapsed = useStored('menuCollapsed');
  const navigation = useNavigation();
  const { pathname } = useLocation();
  const narrow = useNarrow();
  useTitle();
  useFollowPage();
  return (
    <div className="wh-frame" data-collapsed={collapsed}>
      <a className="wh-skip" href="#wh-main">
        {t('frame.skip')}
      </a>
      {!narrow && (
        <aside className="wh-side">
          <SideMenu collapsed={collapsed} onToggle={() => store.set('menuCollapsed', !collapsed)} />
        </aside>
      )}
      {narrow && (
        <Drawer
          open={drawerAt === pathname}
          onClose={() => setDrawerAt(undefined)}
          placement="left"
          size={288}
          title={productConfig().menuTitle}
          rootClassName="wh-side-drawer"
          styles={{ body: { padding: 0 } }}
        >
          <SideMenu collapsed={false} />
        </Drawer>
      )}
      <div className="wh-body">
        <Header onMenu={narrow ? () => setDrawerAt(pathname) : undefined} />
        <TabBar />
        {navigation.state !== 'idle' && <div className="wh-progress" role="progressbar" aria-label={t('frame.loading')} />}
        <main id="wh-main" tabIndex={-1}>
          <KeptPages />
        </main>
      </div>
    </div>
  );
}

const narrowQuery = '(max-width: 900px)';

function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(() => window.matchMedia(narrowQuery).matches);
  useEffect(() => {
    const query = window.matchMedia(narrowQuery);
    const follow = (): void => setNarrow(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  return narrow;
}

/** The tab of the browser names the page on screen. */
function useTitle(): void {
  const { name } = useCurrentPage();
  const title = usePageTitle(name);
  useEffect(() => {
    document.title = `${title} · ${productConfig().tabTitle}`;
  }, [title]);
}
