import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import {
  accountFrame,
  accountListPage,
  accountSettingPage,
  editorPage,
  logoPage,
  logoRolePage,
  managerPage,
  publicAccountPages,
} from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');
const frame = name(accountFrame.code);
const setting = name(accountSettingPage.code);
/** The first tab of an account; it belongs to the area of replies. */
const firstTab = `${setting}-auto-reply`;

/** Public accounts in the console. */
export const publicAccountsConsole: ConsoleModule = {
  name: 'public-accounts',
  resources: publicAccountPages,
  routes: [
    pageRoute(accountFrame, { defaultChild: name(accountListPage.code), load: () => import('./account-frame.page.tsx') }),
    pageRoute(accountListPage, { parent: frame, load: () => import('./account-list.page.tsx') }),
    pageRoute(accountSettingPage, { parent: frame, defaultChild: firstTab, load: () => import('./setting/account-setting.page.tsx') }),
    pageRoute(managerPage, { parent: setting, load: () => import('./setting/managers.page.tsx') }),
    pageRoute(editorPage, { parent: setting, load: () => import('./setting/editors.page.tsx') }),
    pageRoute(logoPage, { parent: setting, load: () => import('./setting/logos.page.tsx') }),
    pageRoute(logoRolePage, { parent: setting, load: () => import('./setting/logo-roles.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
