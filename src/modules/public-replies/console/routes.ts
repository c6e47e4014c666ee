import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { accountSettingPage } from '#modules/public-accounts/common/permissions.ts';
import { publicRepliesPages } from '../common/permissions.ts';
import { autoReplyPage } from '../common/reply/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');

/** The replies of public accounts in the console. */
export const publicRepliesConsole: ConsoleModule = {
  name: 'public-replies',
  resources: publicRepliesPages,
  routes: [pageRoute(autoReplyPage, { parent: name(accountSettingPage.code), load: () => import('./auto-reply.page.tsx') })],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
