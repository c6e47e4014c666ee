import { menu } from '#kit/common/permission.ts';

/** How people sign in: the ways, their order on the login page, and the rules that hold for all of them. */
export const loginAuthentication = menu({
  code: 'sys_login_authentication',
  route: '/sys_login_authentication',
  parent: 'sys',
  title: { zh_CN: '登录认证', en_US: 'Sign-in', ja_JP: 'サインイン' },
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
    { verb: 'savePolicy', title: { zh_CN: '保存登录策略', en_US: 'Save sign-in policy', ja_JP: 'サインインポリシーの保存' } },
    { verb: 'confirmPolicy', title: { zh_CN: '确认登录变更', en_US: 'Confirm sign-in change', ja_JP: 'サインイン変更の確定' } },
    { verb: 'testAddress', title: { zh_CN: '模拟地址规则', en_US: 'Simulate address rules', ja_JP: 'アドレス規則の試行' } },
    { verb: 'saveWechat', title: { zh_CN: '保存企业微信设置', en_US: 'Save WeCom settings', ja_JP: 'WeCom 設定の保存' } },
    { verb: 'testWechat', title: { zh_CN: '测试企业微信', en_US: 'Test WeCom', ja_JP: 'WeCom のテスト' } },
  ],
});

/** Every page of the module. */
export const signInPages = [loginAuthentication] as const;
