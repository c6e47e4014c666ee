import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import {
  authRangePage,
  belongsPage,
  contactAuth,
  contactPages,
  contactRolePage,
  functionPage,
  generalFieldPage,
  personDetail,
  relateDeptPage,
  relateGroupPage,
  relateUserPage,
  roleUserPage,
  searchRangePage,
  specialRolePage,
  specialUserPage,
} from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');
const frame = name(contactAuth.code);
const roles = name(contactRolePage.code);
const details = name(personDetail.code);
const specials = name(specialUserPage.code);

/** Who sees whom in the directory. */
export const contactsConsole: ConsoleModule = {
  name: 'contacts',
  resources: contactPages,
  person: { seenAs: [contactAuth, personDetail].map(({ button, route }) => ({ code: button.preview, route })) },
  routes: [
    pageRoute(contactAuth, { defaultChild: name(contactRolePage.code), load: () => import('./contact-auth.page.tsx') }),
    pageRoute(contactRolePage, { parent: frame, defaultChild: name(relateUserPage.code), load: () => import('./contact-roles.page.tsx') }),
    pageRoute(relateUserPage, { parent: roles, shownWith: 'roleId', load: () => import('#kit/console/roles/employee-members.page.tsx') }),
    pageRoute(relateDeptPage, { parent: roles, shownWith: 'roleId', load: () => import('#kit/console/roles/department-members.page.tsx') }),
    pageRoute(relateGroupPage, { parent: roles, shownWith: 'roleId', load: () => import('#kit/console/roles/crowd-members.page.tsx') }),
    pageRoute(authRangePage, { parent: roles, shownWith: 'roleId', load: () => import('./auth-range.page.tsx') }),
    pageRoute(searchRangePage, { parent: roles, shownWith: 'roleId', load: () => import('./search-range.page.tsx') }),
    pageRoute(functionPage, { parent: roles, shownWith: 'roleId', load: () => import('./function.page.tsx') }),
    pageRoute(roleUserPage, { parent: frame, load: () => import('./role-user.page.tsx') }),
    pageRoute(personDetail, { defaultChild: name(generalFieldPage.code), load: () => import('./person-detail.page.tsx') }),
    pageRoute(generalFieldPage, { parent: details, load: () => import('./general-fields.page.tsx') }),
    pageRoute(specialUserPage, {
      parent: details,
      defaultChild: name(specialRolePage.code),
      load: () => import('./special-users.page.tsx'),
    }),
    pageRoute(specialRolePage, { parent: specials, shownWith: 'roleId', load: () => import('./special-role.page.tsx') }),
    pageRoute(belongsPage, { parent: specials, shownWith: 'roleId', load: () => import('./belongs.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
