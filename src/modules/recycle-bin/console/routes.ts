import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { recycleBin, recycleBinPages } from '../common/permissions.ts';

/** The recycle bin in the console. */
export const recycleBinConsole: ConsoleModule = {
  name: 'recycle-bin',
  resources: recycleBinPages,
  routes: [pageRoute(recycleBin, { load: () => import('./recycle-bin.page.tsx') })],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
