import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { addressGroupPage } from '../common/permissions.ts';

/** Groups of addresses in the console; their page is a tab of the safety of devices. */
export const addressGroupsConsole: ConsoleModule = {
  name: 'address-groups',
  resources: [addressGroupPage],
  routes: [pageRoute(addressGroupPage, { parent: 'msm-device-safety', load: () => import('./address-groups.page.tsx') })],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
