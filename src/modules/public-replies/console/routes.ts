import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { accountSettingPage } from '#modules/public-accounts/common/permissions.ts';
import { messageFrame, userMessagePage } from '../common/inbox/inbox.permissions.ts';
import { customMenuPage } from '../common/menu/menu.permissions.ts';
import { publicRepliesPages } from '../common/permissions.ts';
import { autoReplyPage } from '../common/reply/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');
const setting = name(accountSettingPage.code);

/** The replies of public accounts in the console. */
export const publicRepliesConsole: ConsoleModule = {
  name: 'public-replies',
  resources: publicRepliesPages,
  routes: [
    pageRoute(autoReplyPage, { parent: setting, load: () => import('./auto-reply.page.tsx') }),
    pageRoute(customMenuPage, { parent: setting, load: () => import('./menu/custom-menu.page.tsx') }),
    pageRoute(messageFrame, { defaultChild: name(userMessagePage.code), load: () => import('./inbox/message-frame.page.tsx') }),
    pageRoute(userMessagePage, { parent: name(messageFrame.code), load: () => import('./inbox/user-message.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
