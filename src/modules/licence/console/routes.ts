import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { licenceManage } from '../common/permissions.ts';

/** The licence. */
export const licenceConsole: ConsoleModule = {
  name: 'licence',
  resources: [licenceManage],
  ...(licenceManage.route !== undefined && { licence: licenceManage.route }),
  routes: [pageRoute(licenceManage, { load: () => import('./license-manage.page.tsx') })],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
