import type { ConsoleModule } from '#kit/console/routes/page-route.ts';
import { mikaPages } from '../common/permissions.ts';

/** The assistant that turns a sentence into an answer, a call of an interface or a form. */
export const mikaConsole: ConsoleModule = {
  name: 'mika',
  resources: mikaPages,
  routes: [],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
