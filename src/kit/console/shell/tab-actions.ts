import { pageNamed, nameOfCode } from '../routes/page-table.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { store } from '../store/store.ts';
import { queryClient } from './query-client.ts';
import { pinTab, refreshTab } from './tabs.ts';
import { changeTabs } from './tabs-store.ts';

/** Builds a page anew and reads its data anew. */
export function refreshPage(name: string): void {
  changeTabs((state) => refreshTab(state, name));
  void queryClient.invalidateQueries({ refetchType: 'active' });
}

/** Pins a page: it stands first along the top and on the home page, also after the next sign-in. */
export function pinPage(name: string, pinned: boolean): void {
  changeTabs((state) => pinTab(state, name, pinned));
  const page = pageNamed(name);
  if (!page) return;
  const others = store.get('pinnedPages').filter((one) => one.path !== page.path);
  store.set('pinnedPages', pinned ? [...others, { path: page.path, name: nameOfCode(page.code, currentLanguage()) ?? name }] : others);
}
