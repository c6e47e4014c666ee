import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { operationsGroup, serversPage } from '../common/permissions.ts';

/** Servers in the console. */
export const serversConsole: ConsoleModule = {
  name: 'servers',
  resources: [operationsGroup, serversPage],
  routes: [
    pageRoute(serversPage, {
      views: [
        { query: '?tab=networks', title: { zh_CN: '内网地址', en_US: 'Private networks', ja_JP: '社内ネットワーク' } },
        { query: '?tab=platforms', title: { zh_CN: '终端平台', en_US: 'Platforms of terminals', ja_JP: '端末プラットフォーム' } },
      ],
      load: () => import('./servers.page.tsx'),
    }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
