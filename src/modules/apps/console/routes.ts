import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { appsGroup } from '../common/menu-group.ts';
import {
  appConfigPage,
  appDetailPage,
  appInfoPage,
  appListPage,
  appsFrame,
  appsPages,
  versionChangelogPage,
  versionInfoPage,
  versionPage,
  versionUserPage,
  versionViewPage,
  versionWidgetPage,
} from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');
const frame = name(appsFrame.code);
const info = name(appInfoPage.code);
const view = name(versionViewPage.code);

/** Apps in the console. */
export const appsConsole: ConsoleModule = {
  name: 'apps',
  resources: [appsGroup, ...appsPages],
  routes: [
    pageRoute(appsFrame, { defaultChild: name(appListPage.code), load: () => import('./apps.page.tsx') }),
    pageRoute(appListPage, { parent: frame, load: () => import('./app-list.page.tsx') }),
    pageRoute(appInfoPage, { parent: frame, defaultChild: name(versionPage.code), load: () => import('./app-info.page.tsx') }),
    pageRoute(versionPage, { parent: info, load: () => import('./versions.page.tsx') }),
    pageRoute(appDetailPage, { parent: info, load: () => import('./app-detail.page.tsx') }),
    pageRoute(appConfigPage, { parent: info, load: () => import('./app-config.page.tsx') }),
    pageRoute(versionViewPage, { parent: frame, defaultChild: name(versionInfoPage.code), load: () => import('./version-view.page.tsx') }),
    pageRoute(versionInfoPage, { parent: view, load: () => import('./version-info.page.tsx') }),
    pageRoute(versionWidgetPage, { parent: view, load: () => import('./version-widget.page.tsx') }),
    pageRoute(versionUserPage, { parent: view, load: () => import('./version-user.page.tsx') }),
    pageRoute(versionChangelogPage, { parent: view, load: () => import('./version-changelog.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
