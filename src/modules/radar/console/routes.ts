import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { radarPage, radarPages } from '../common/permissions.ts';

/** The radar in the console. */
export const radarConsole: ConsoleModule = {
  name: 'radar',
  resources: radarPages,
  home: [{ page: radarPage, order: 2, read: async (signal) => (await import('./at-home.ts')).radarAtHome(signal) }],
  routes: [pageRoute(radarPage, { load: () => import('./radar.page.tsx') })],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
