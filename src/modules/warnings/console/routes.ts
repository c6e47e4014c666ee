import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { warningPage, warningPages } from '../common/permissions.ts';

/** Warnings in the console. */
export const warningsConsole: ConsoleModule = {
  name: 'warnings',
  resources: warningPages,
  home: [
    {
      page: warningPage,
      order: 1,
      allWarnings: true,
      read: async (signal) => (await import('./at-home.ts')).warningsAtHome(signal),
    },
  ],
  routes: [pageRoute(warningPage, { load: () => import('./warning.page.tsx') })],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
