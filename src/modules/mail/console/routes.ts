import { findsSettings } from '#kit/console/routes/finds-settings.ts';
import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { consoleMail, mailPages, noticeMail } from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');

/** The console's mail. */
export const mailConsole: ConsoleModule = {
  name: 'mail',
  resources: mailPages,
  home: [{ page: consoleMail, order: 5, read: async (signal) => (await import('./at-home.ts')).mailAtHome(signal) }],
  finds: [
    findsSettings({
      namespace: 'mail',
      kind: 'mailConfig',
      page: noticeMail,
      update: async () => (await import('../common/mail-config.contract.ts')).mailUpdate,
    }),
  ],
  routes: [
    pageRoute(consoleMail, { defaultChild: name(noticeMail.code), load: () => import('./console-mail.page.tsx') }),
    pageRoute(noticeMail, { parent: name(consoleMail.code), load: () => import('./notice-mail.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
