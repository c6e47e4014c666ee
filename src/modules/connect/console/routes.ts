import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { connectAppPage, connectPage, connectPages, connectParamsPage } from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');

/** Connected widgets in the console. */
export const connectConsole: ConsoleModule = {
  name: 'connect',
  resources: connectPages,
  routes: [
    pageRoute(connectPage, { defaultChild: name(connectAppPage.code), load: () => import('./connect-frame.page.tsx') }),
    pageRoute(connectAppPage, { parent: name(connectPage.code), load: () => import('./widgets.page.tsx') }),
    pageRoute(connectParamsPage, { parent: name(connectPage.code), load: () => import('./params.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
