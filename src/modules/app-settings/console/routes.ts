import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { appSettingPages, loginAuthPage, loginPagePage, otherConfigPage } from '../common/permissions.ts';

const parent = 'mam-app-management-info-config';

/** Login pages, ways of signing in and settings of apps in the console. */
export const appSettingsConsole: ConsoleModule = {
  name: 'app-settings',
  resources: appSettingPages,
  routes: [
    pageRoute(loginAuthPage, { parent, load: () => import('./login-authentication.page.tsx') }),
    pageRoute(loginPagePage, { parent, load: () => import('./login-page.page.tsx') }),
    pageRoute(otherConfigPage, { parent, load: () => import('./other-configuration.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
