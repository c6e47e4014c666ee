import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { appTestPages, orientationPage, testFrame } from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');

/** Directed tests in the console. */
export const appTestsConsole: ConsoleModule = {
  name: 'app-tests',
  resources: appTestPages,
  routes: [
    pageRoute(testFrame, { defaultChild: name(orientationPage.code), load: () => import('./tests.page.tsx') }),
    pageRoute(orientationPage, { parent: name(testFrame.code), load: () => import('./orientation.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
