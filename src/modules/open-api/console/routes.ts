import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { openApiPage, openApiPages } from '../common/permissions.ts';

/** The open API in the console. */
export const openApiConsole: ConsoleModule = {
  name: 'open-api',
  resources: openApiPages,
  routes: [pageRoute(openApiPage, { load: () => import('./open-api.page.tsx') })],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
