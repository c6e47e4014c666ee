import { call } from '#kit/console/call/call.ts';
import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { later } from '#kit/console/shell/later.tsx';
import {
  authentication,
  resourcePage,
  roleAuthority,
  roleManage,
  roleMembers,
  roleUserManage,
  sysRoleCodes,
  systemPages,
} from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');

/** The system module in the console: who administers what, and how the permission tree looks. */
export const systemConsole: ConsoleModule = {
  name: 'system',
  resources: systemPages,
  person: {
    roles: {
      explain: authentication.button.explain,
      search: [sysRoleCodes.page, sysRoleCodes.holders],
      give: {
        codes: [roleUserManage.button.assign, sysRoleCodes.assign],
        Dialog: later('give-role', async () => (await import('./components/give-role.tsx')).GiveRole),
      },
      load: async () => {
        const { rights, sysRole } = await import('../common/role.contract.ts');
        return { whoCan: rights.whoCan, search: sysRole.search };
      },
    },
  },
  finds: [
    {
      of: 'roles',
      code: roleManage.code,
      find: async (text, signal) => {
        const { sysRole } = await import('../common/role.contract.ts');
        const { list } = await call(sysRole.search, { text }, { silent: true, signal });
        return list.map(({ id, name: role, code }) => ({ id, name: role, detail: code, to: `${roleManage.route}?roleId=${id}` }));
      },
    },
  ],
  routes: [
    pageRoute(authentication, { defaultChild: name(roleManage.code), load: () => import('./authentication.page.tsx') }),
    pageRoute(roleManage, {
      parent: name(authentication.code),
      defaultChild: name(roleMembers.code),
      load: () => import('./role-manage.page.tsx'),
    }),
    pageRoute(roleMembers, { parent: name(roleManage.code), shownWith: 'roleId', load: () => import('./relate-user.page.tsx') }),
    pageRoute(roleAuthority, { parent: name(roleManage.code), shownWith: 'roleId', load: () => import('./relate-auth.page.tsx') }),
    pageRoute(roleUserManage, { parent: name(authentication.code), load: () => import('./role-user-manage.page.tsx') }),
    pageRoute(resourcePage, { load: () => import('./resource.page.tsx') }),
  ],
  quick: [
    {
      code: roleUserManage.button.assign,
      to: `${roleUserManage.route}?do=give`,
      title: { zh_CN: '分配角色', en_US: 'Give a role', ja_JP: 'ロールを付与' },
    },
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
