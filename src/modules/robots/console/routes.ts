import type { ConsoleModule } from '#kit/console/routes/page-route.ts';
import { robotsPages } from '../common/permissions.ts';
import { companyRoutes } from './company-routes.ts';
import { ownRoutes } from './own-routes.ts';

/** Robots that post and answer in groups, and the personal assistants of people. */
export const robotsConsole: ConsoleModule = {
  name: 'robots',
  resources: robotsPages,
  routes: [...ownRoutes, ...companyRoutes],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
