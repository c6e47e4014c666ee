import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { addressPage, addressPages } from '../common/permissions.ts';

/** Addresses of messaging in the console. */
export const messageAddressesConsole: ConsoleModule = {
  name: 'message-addresses',
  resources: addressPages,
  routes: [pageRoute(addressPage, { load: () => import('./addresses.page.tsx') })],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
