import type { ConsoleModule } from '#kit/console/routes/page-route.ts';
import { contactPages } from '../common/permissions.ts';

/** Who sees whom in the directory. */
export const contactsConsole: ConsoleModule = {
  name: 'contacts',
  resources: contactPages,
  routes: [],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
