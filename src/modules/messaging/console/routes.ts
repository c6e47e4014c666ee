import { findsSettings } from '#kit/console/routes/finds-settings.ts';
import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import {
  groupMessagePage,
  messageManage,
  messagingAuth,
  messagingPages,
  messagingRolePage,
  relateAuthPage,
  relateDeptPage,
  relateGroupPage,
  relateUserPage,
  roleUserPage,
  singleMessagePage,
} from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');
const auth = name(messagingAuth.code);
const roles = name(messagingRolePage.code);
const messages = name(messageManage.code);

/** Messaging in the console: who may do what, and what was said. */
export const messagingConsole: ConsoleModule = {
  name: 'messaging',
  resources: messagingPages,
  finds: [
    findsSettings({
      namespace: 'messaging',
      kind: 'imSetting',
      page: messageManage,
      query: '?view=setting',
      update: async () => (await import('../common/setting.contract.ts')).settingUpdate,
    }),
  ],
  routes: [
    pageRoute(messagingAuth, { defaultChild: name(messagingRolePage.code), load: () => import('./messaging-auth.page.tsx') }),
    pageRoute(messagingRolePage, {
      parent: auth,
      defaultChild: name(relateUserPage.code),
      load: () => import('./messaging-roles.page.tsx'),
    }),
    pageRoute(relateUserPage, { parent: roles, shownWith: 'roleId', load: () => import('#kit/console/roles/employee-members.page.tsx') }),
    pageRoute(relateDeptPage, { parent: roles, shownWith: 'roleId', load: () => import('#kit/console/roles/department-members.page.tsx') }),
    pageRoute(relateGroupPage, { parent: roles, shownWith: 'roleId', load: () => import('#kit/console/roles/crowd-members.page.tsx') }),
    pageRoute(relateAuthPage, { parent: roles, shownWith: 'roleId', load: () => import('./relate-auth.page.tsx') }),
    pageRoute(roleUserPage, { parent: auth, load: () => import('./role-user.page.tsx') }),
    pageRoute(messageManage, { defaultChild: name(singleMessagePage.code), load: () => import('./message-manage.page.tsx') }),
    pageRoute(singleMessagePage, { parent: messages, load: () => import('./single.page.tsx') }),
    pageRoute(groupMessagePage, { parent: messages, load: () => import('./group.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
