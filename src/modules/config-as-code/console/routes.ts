import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { configPage } from '../common/permissions.ts';

/** The configuration as text in the console. */
export const configAsCodeConsole: ConsoleModule = {
  name: 'config-as-code',
  resources: [configPage],
  routes: [pageRoute(configPage, { load: () => import('./config.page.tsx') })],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
