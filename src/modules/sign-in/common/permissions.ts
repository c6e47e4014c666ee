import { menu } from '#kit/common/permission.ts';

/** How people sign in: the ways, their order on the login page, and the rules that hold for all of them. */
export const loginAuthentication = menu({
  code: 'sys_login_authentication',
  route: '/sys_login_authentication',
  parent: 'sys',
  title: { zh_CN: '登录认证', en_US: 'Login authentication', ja_JP: 'ログイン認証' },
  icon: 'key',
  order: 30,
  duty: 'security',
  buttons: [
    'add',
    'update',
    'delete',
    'enable',
    'disable',
    'test',
    'reorder',
    { verb: 'confirmPolicy', title: { zh_CN: '确认登录变更', en_US: 'Confirm sign-in change', ja_JP: 'ログイン変更の確定' } },
  ],
});

/** Every page of the module. */
export const signInPages = [loginAuthentication] as const;
