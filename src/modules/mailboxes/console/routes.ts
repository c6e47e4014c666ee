import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { mailAuthorizedPage, mailboxesPages, mailFrame, mailHomePage } from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');
const frame = name(mailFrame.code);

/** The mailboxes of people and teams: mail servers, who may use mail on terminals, and whose box. */
export const mailboxesConsole: ConsoleModule = {
  name: 'mailboxes',
  resources: mailboxesPages,
  routes: [
    pageRoute(mailFrame, { defaultChild: name(mailHomePage.code), load: () => import('./boxes/frame.page.tsx') }),
    pageRoute(mailHomePage, { parent: frame, load: () => import('./boxes/home.page.tsx') }),
    pageRoute(mailAuthorizedPage, { parent: frame, load: () => import('./boxes/authorized.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
