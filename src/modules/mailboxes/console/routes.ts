import type { ConsoleModule } from '#kit/console/routes/page-route.ts';
import { mailboxesPages } from '../common/permissions.ts';

/** The mailboxes of people and teams: mail servers, who may use mail on terminals, and whose box. */
export const mailboxesConsole: ConsoleModule = {
  name: 'mailboxes',
  resources: mailboxesPages,
  routes: [],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
