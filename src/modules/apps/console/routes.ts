import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { appsGroup } from '../common/menu-group.ts';
import { appConfigPage, appDetailPage, appInfoPage, appListPage, appsFrame, appsPages } from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');

/** Apps in the console. */
export const appsConsole: ConsoleModule = {
  name: 'apps',
  resources: [appsGroup, ...appsPages],
  routes: [
    pageRoute(appsFrame, { defaultChild: name(appListPage.code), load: () => import('./apps.page.tsx') }),
    pageRoute(appListPage, { parent: name(appsFrame.code), load: () => import('./app-list.page.tsx') }),
    pageRoute(appInfoPage, {
      parent: name(appsFrame.code),
      defaultChild: name(appDetailPage.code),
      load: () => import('./app-info.page.tsx'),
    }),
    pageRoute(appDetailPage, { parent: name(appInfoPage.code), load: () => import('./app-detail.page.tsx') }),
    pageRoute(appConfigPage, { parent: name(appInfoPage.code), load: () => import('./app-config.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
