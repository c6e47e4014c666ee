import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { sampleArea, sampleThingPage } from '../common/permissions.ts';

/** The pages of this module in the console. */
export const sampleAreaConsole: ConsoleModule = {
  name: 'sample-area',
  resources: [sampleArea, sampleThingPage],
  routes: [pageRoute(sampleThingPage, { load: () => import('./sample-things.page.tsx') })],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
