import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { accountFrame, accountListPage, publicAccountPages } from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');
const frame = name(accountFrame.code);

/** Public accounts in the console. */
export const publicAccountsConsole: ConsoleModule = {
  name: 'public-accounts',
  resources: publicAccountPages,
  routes: [
    pageRoute(accountFrame, { defaultChild: name(accountListPage.code), load: () => import('./account-frame.page.tsx') }),
    pageRoute(accountListPage, { parent: frame, load: () => import('./account-list.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
