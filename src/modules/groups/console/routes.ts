import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import {
  chatManagePage,
  groupManage,
  groupPages,
  typeAppPage,
  typeHelperPage,
  typeInfoPage,
  typeManagePage,
  typeSetting,
  typeUserPage,
} from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');
const frame = name(groupManage.code);
const setting = name(typeSetting.code);

/** Groups and their types in the console. */
export const groupsConsole: ConsoleModule = {
  name: 'groups',
  resources: groupPages,
  routes: [
    pageRoute(groupManage, { defaultChild: name(chatManagePage.code), load: () => import('./group-manage.page.tsx') }),
    pageRoute(chatManagePage, { parent: frame, load: () => import('./chat-manage.page.tsx') }),
    pageRoute(typeManagePage, { parent: frame, load: () => import('./type-manage.page.tsx') }),
    pageRoute(typeSetting, { parent: frame, defaultChild: name(typeInfoPage.code), load: () => import('./type-setting.page.tsx') }),
    pageRoute(typeInfoPage, { parent: setting, load: () => import('./type-info.page.tsx') }),
    pageRoute(typeUserPage, { parent: setting, load: () => import('./type-user.page.tsx') }),
    pageRoute(typeAppPage, { parent: setting, load: () => import('./type-app.page.tsx') }),
    pageRoute(typeHelperPage, { parent: setting, load: () => import('./type-helper.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
