import { App } from 'antd';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { currentMode, toLogin } from '../boot/mode.ts';
import { guardMillis, verdict } from '../routes/guard.ts';
import { pageNamed, pageTable } from '../routes/page-table.ts';
import { store } from '../store/store.ts';
import { afterPicture } from './after-picture.ts';
import { openTab } from './tabs/tabs.ts';
import { changeTabs } from './tabs/tabs-store.ts';
import { useCurrentPage } from './use-current-page.ts';

/** Of everybody who signs in in this browser. */
const mostRecent = 40;

/** What a change of page brings with it: the stored route, its tab, the list of recent pages; messages and notifications go; the grant is looked at 300 ms later. */
export function useFollowPage(): void {
  const { name, top, address } = useCurrentPage();
  const navigate = useNavigate();
  const { message, notification } = App.useApp();
  useEffect(() => {
    const page = pageNamed(top);
    return afterPicture(() => {
      store.set('currentRoutePath', address);
      store.set('currentRouteName', name);
      if (!page) return;
      changeTabs((state) => openTab(state, top, address, page.keepAlive !== false));
      const uid = store.get('userInfo')?.empInfoDto.uid ?? '';
      const isSame = (one: { uid: string; path: string }): boolean => one.uid === uid && one.path === page.path;
      store.set('recentPages', [{ uid, path: page.path }, ...store.get('recentPages').filter((one) => !isSame(one))].slice(0, mostRecent));
    });
  }, [name, top, address]);
  useEffect(
    () => () => {
      message.destroy();
      notification.destroy();
    },
    [name, message, notification],
  );
  useEffect(() => {
    const page = pageNamed(name);
    if (!page) return undefined;
    const timer = setTimeout(() => {
      const answer = verdict(page, pageTable(), store.get('menuCode'));
      if (answer === 'login' && currentMode().screen === 'frame') toLogin();
      if (answer === 'home') void navigate('/home', { replace: true });
    }, guardMillis);
    return () => clearTimeout(timer);
  }, [name, navigate]);
}
