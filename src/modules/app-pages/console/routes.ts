import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { appPagePages, homeAdPage, launchAdPage, pageConfigPage, pageContentPage } from '../common/permissions.ts';

const parent = 'mam-app-management-info-config';

/** Pages that terminals show, and adverts, in the console. */
export const appPagesConsole: ConsoleModule = {
  name: 'app-pages',
  resources: appPagePages,
  routes: [
    pageRoute(launchAdPage, { parent, load: () => import('./launch-ad.page.tsx') }),
    pageRoute(homeAdPage, { parent, load: () => import('./home-ad.page.tsx') }),
    pageRoute(pageConfigPage, { parent, load: () => import('./page-config.page.tsx') }),
    pageRoute(pageContentPage, { parent, shownWith: 'configId', load: () => import('./page-content.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
