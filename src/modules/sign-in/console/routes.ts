import { findsSettings } from '#kit/console/routes/finds-settings.ts';
import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { loginAuthentication, signInPages } from '../common/permissions.ts';

/** The sign-in module in the console. */
export const signInConsole: ConsoleModule = {
  name: 'sign-in',
  resources: signInPages,
  finds: [
    findsSettings({
      namespace: 'sign-in',
      kind: 'authenticate',
      page: loginAuthentication,
      query: '?tab=policy',
      update: async () => (await import('../common/authenticate.contract.ts')).updateAuthenticate,
    }),
  ],
  routes: [
    pageRoute(loginAuthentication, {
      views: [
        { query: '?tab=policy', title: { zh_CN: '登录策略', en_US: 'Sign-in policy', ja_JP: 'サインインポリシー' } },
        { query: '?tab=preview', title: { zh_CN: '登录页外观', en_US: 'Login page appearance', ja_JP: 'サインイン画面の外観' } },
        { query: '?tab=wechat', title: { zh_CN: '企业微信登录', en_US: 'Sign-in with WeCom', ja_JP: 'WeCom サインイン' } },
      ],
      load: () => import('./login-authentication.page.tsx'),
    }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
