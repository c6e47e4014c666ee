import { call } from '#kit/console/call/call.ts';
import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { dynamicGroup } from '../common/crowd/crowd.permissions.ts';
import { extraDictionary } from '../common/extra/extra.permissions.ts';
import { sourcePage } from '../common/source/source.permissions.ts';
import { userCentre, userManagement } from '../common/permissions.ts';
import { userCentrePickers } from './pickers.ts';

/** People that the command palette shows. */
const mostFound = 6;

/** The user centre in the console: its pages, and the people and departments that other pages choose from. */
export const userCentreConsole: ConsoleModule = {
  name: 'user-centre',
  resources: [userCentre, userManagement, sourcePage, extraDictionary, dynamicGroup],
  routes: [
    pageRoute(userManagement, { load: () => import('./people.page.tsx') }),
    pageRoute(sourcePage, {
      load: () => import('./source/sources.page.tsx'),
      texts: {
        zh_CN: async () => (await import('../locales/sources/zh_CN.ts')).zh_CN,
        en_US: async () => (await import('../locales/sources/en_US.ts')).en_US,
        ja_JP: async () => (await import('../locales/sources/ja_JP.ts')).ja_JP,
      },
    }),
    pageRoute(extraDictionary, { load: () => import('./extra/extra-fields.page.tsx') }),
    pageRoute(dynamicGroup, { load: () => import('./crowd/crowds.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
  pickers: userCentrePickers,
  people: {
    code: userManagement.code,
    find: async (text, signal) => {
      const { pickEmployees } = await import('../common/pick.contract.ts');
      const { employees } = await call(pickEmployees, { text }, { silent: true, signal });
      return employees.slice(0, mostFound).map(({ id, name, account, fullName }) => ({
        id,
        name,
        detail: `${account} · ${fullName}`,
        to: `${userManagement.route}?emp=${id}`,
      }));
    },
  },
};
