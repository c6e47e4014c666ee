import { call } from '#kit/console/call/call.ts';
import { findsSettings } from '#kit/console/routes/finds-settings.ts';
import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { extraDictionary } from '../common/extra/extra.permissions.ts';
import { userCentre, userManagement } from '../common/permissions.ts';
import { peoplePickers } from './pickers.ts';

/** People that the command palette shows. */
const mostFound = 6;

/** People in the console: their pages, and the people and departments that other pages choose from. */
export const peopleConsole: ConsoleModule = {
  name: 'user-centre',
  resources: [userCentre, userManagement, extraDictionary],
  home: [{ page: userManagement, order: 0, read: async (signal) => (await import('./first-people.ts')).firstPeople(signal) }],
  routes: [
    pageRoute(userManagement, {
      adds: '?do=add',
      addsTitle: { zh_CN: '新增人员', en_US: 'Add person', ja_JP: '従業員を追加' },
      load: () => import('./people.page.tsx'),
    }),
    pageRoute(extraDictionary, { load: () => import('./extra/extra-fields.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
  quick: [
    {
      code: userManagement.button.add,
      to: `${userManagement.route}?do=add`,
      title: { zh_CN: '添加人员', en_US: 'Add person', ja_JP: '従業員を追加' },
    },
    {
      code: userManagement.button.import,
      to: `${userManagement.route}?do=import`,
      title: { zh_CN: '导入', en_US: 'Import people', ja_JP: '従業員をインポート' },
    },
  ],
  pickers: peoplePickers,
  finds: [
    findsSettings({
      namespace: 'user-centre',
      kind: 'peopleSetting',
      page: userManagement,
      query: '?view=settings',
      update: async () => (await import('../common/setting.contract.ts')).settingUpdate,
    }),
    {
      of: 'departments',
      code: userManagement.code,
      find: async (text, signal) => {
        const found = (await peoplePickers.department?.search(text, signal)) ?? [];
        return found.map(({ id, name, detail = '' }) => ({ id, name, detail, to: `${userManagement.route}?unit=${id}` }));
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
