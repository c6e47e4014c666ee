import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { propertyPage } from '../common/permissions.ts';

/** Properties in the console. */
export const propertyConsole: ConsoleModule = {
  name: 'property',
  resources: [propertyPage],
  routes: [pageRoute(propertyPage, { load: () => import('./property.page.tsx') })],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
