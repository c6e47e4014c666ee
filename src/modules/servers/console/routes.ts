import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { operationsGroup, serversPage } from '../common/permissions.ts';

/** Servers in the console. */
export const serversConsole: ConsoleModule = {
  name: 'servers',
  resources: [operationsGroup, serversPage],
  routes: [pageRoute(serversPage, { load: () => import('./servers.page.tsx') })],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
