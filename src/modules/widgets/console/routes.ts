import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import {
  mamAuthorityPage,
  mamAuthPage,
  mamDeptPage,
  mamGroupPage,
  mamRolePage,
  mamRoleUserPage,
  mamUserPage,
  widgetDetailPage,
  widgetFrame,
  widgetHistoryPage,
  widgetInfosPage,
  widgetListPage,
  widgetPackagePage,
  widgetPages,
  widgetRelatePage,
  widgetRolePage,
  widgetVersionPage,
} from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');
const auth = name(mamAuthPage.code);
const roles = name(mamRolePage.code);
const frame = name(widgetFrame.code);
const detail = name(widgetDetailPage.code);
const version = name(widgetVersionPage.code);

/** Widgets, their versions, and who may use them and the functions of the apps. */
export const widgetsConsole: ConsoleModule = {
  name: 'widgets',
  resources: widgetPages,
  routes: [
    pageRoute(mamAuthPage, { defaultChild: roles, load: () => import('./mam-auth.page.tsx') }),
    pageRoute(mamRolePage, { parent: auth, defaultChild: name(mamUserPage.code), load: () => import('./mam-roles.page.tsx') }),
    pageRoute(mamUserPage, { parent: roles, shownWith: 'roleId', load: () => import('#kit/console/roles/employee-members.page.tsx') }),
    pageRoute(mamDeptPage, { parent: roles, shownWith: 'roleId', load: () => import('#kit/console/roles/department-members.page.tsx') }),
    pageRoute(mamGroupPage, { parent: roles, shownWith: 'roleId', load: () => import('#kit/console/roles/crowd-members.page.tsx') }),
    pageRoute(mamAuthorityPage, { parent: roles, shownWith: 'roleId', load: () => import('./relate-auth.page.tsx') }),
    pageRoute(mamRoleUserPage, { parent: auth, load: () => import('./mam-role-user.page.tsx') }),
    pageRoute(widgetFrame, { defaultChild: name(widgetListPage.code), load: () => import('./widget-frame.page.tsx') }),
    pageRoute(widgetListPage, { parent: frame, load: () => import('./widget-list.page.tsx') }),
    pageRoute(widgetDetailPage, {
      parent: frame,
      defaultChild: name(widgetHistoryPage.code),
      load: () => import('./widget-detail.page.tsx'),
    }),
    pageRoute(widgetHistoryPage, { parent: detail, load: () => import('./widget-history.page.tsx') }),
    pageRoute(widgetInfosPage, { parent: detail, load: () => import('./widget-infos.page.tsx') }),
    pageRoute(widgetRolePage, { parent: detail, load: () => import('./widget-role.page.tsx') }),
    pageRoute(widgetVersionPage, {
      parent: frame,
      defaultChild: name(widgetRelatePage.code),
      load: () => import('./widget-version.page.tsx'),
    }),
    pageRoute(widgetRelatePage, { parent: version, load: () => import('./version-relate.page.tsx') }),
    pageRoute(widgetPackagePage, { parent: version, load: () => import('./version-package.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
