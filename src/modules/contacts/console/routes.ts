import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import {
  authRangePage,
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
} from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');
const frame = name(contactAuth.code);
const roles = name(contactRolePage.code);

/** Who sees whom in the directory. */
export const contactsConsole: ConsoleModule = {
  name: 'contacts',
  resources: contactPages,
  routes: [
    pageRoute(contactAuth, { defaultChild: name(contactRolePage.code), load: () => import('./contact-auth.page.tsx') }),
    pageRoute(contactRolePage, { parent: frame, defaultChild: name(relateUserPage.code), load: () => import('./contact-roles.page.tsx') }),
    pageRoute(relateUserPage, { parent: roles, load: () => import('./relate-user.page.tsx') }),
    pageRoute(relateDeptPage, { parent: roles, load: () => import('./relate-dept.page.tsx') }),
    pageRoute(relateGroupPage, { parent: roles, load: () => import('./relate-group.page.tsx') }),
    pageRoute(authRangePage, { parent: roles, load: () => import('./auth-range.page.tsx') }),
    pageRoute(searchRangePage, { parent: roles, load: () => import('./search-range.page.tsx') }),
    pageRoute(functionPage, { parent: roles, load: () => import('./function.page.tsx') }),
    pageRoute(roleUserPage, { parent: frame, load: () => import('./role-user.page.tsx') }),
    pageRoute(personDetail, { defaultChild: name(generalFieldPage.code), load: () => import('./person-detail.page.tsx') }),
    pageRoute(generalFieldPage, { parent: name(personDetail.code), load: () => import('./general-fields.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
