import type { CatalogLoaders } from '#kit/common/catalogs.ts';
import { call } from '#kit/console/call/call.ts';
import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { dynamicGroup } from '../common/crowd/crowd.permissions.ts';
import { extraDictionary } from '../common/extra/extra.permissions.ts';
import { sourcePage } from '../common/source/source.permissions.ts';
import { userCentre, userManagement } from '../common/permissions.ts';
import { userCentrePickers } from './pickers.ts';

/** People that the command palette shows. */
const mostFound = 6;

/** Texts of the sources: their page and their tile of the home page have them in common. */
const sourceTexts: CatalogLoaders = {
  zh_CN: async () => (await import('../locales/sources/zh_CN.ts')).zh_CN,
  en_US: async () => (await import('../locales/sources/en_US.ts')).en_US,
  ja_JP: async () => (await import('../locales/sources/ja_JP.ts')).ja_JP,
};

/** The user centre in the console: its pages, and the people and departments that other pages choose from. */
export const userCentreConsole: ConsoleModule = {
  name: 'user-centre',
  resources: [userCentre, userManagement, sourcePage, extraDictionary, dynamicGroup],
  home: [
    { page: userManagement, order: 0, read: async (signal) => (await import('./nobody-yet.ts')).nobodyYet(signal) },
    { page: sourcePage, order: 4, texts: sourceTexts, read: async (signal) => (await import('./source/at-home.ts')).sourcesAtHome(signal) },
  ],
  routes: [
    pageRoute(userManagement, { adds: '?add', load: () => import('./people.page.tsx') }),
    pageRoute(sourcePage, {
      load: () => import('./source/sources.page.tsx'),
      texts: sourceTexts,
    }),
    pageRoute(extraDictionary, { load: () => import('./extra/extra-fields.page.tsx') }),
    pageRoute(dynamicGroup, { adds: '?view=add', load: () => import('./crowd/crowds.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
  pickers: userCentrePickers,
  finds: [
    {
      of: 'departments',
      code: userManagement.code,
      find: async (text, signal) => {
        const found = (await userCentrePickers.department?.search(text, signal)) ?? [];
        return found.map(({ id, name, detail = '' }) => ({ id, name, detail, to: `${userManagement.route}?unit=${id}` }));
      },
    },
    {
      of: 'groups',
      code: dynamicGroup.code,
      find: async (text, signal) => {
        const found = (await userCentrePickers.crowd?.search(text, signal)) ?? [];
        return found.map(({ id, name, detail = '' }) => ({ id, name, detail, to: `${dynamicGroup.route}?view=detail&id=${id}` }));
      },
    },
  ],
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
