import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { materialFrame, publicPushesPages, pushDetailPage, pushLogPage } from '../common/permissions.ts';

const frame = materialFrame.code.replaceAll('_', '-');

/** The pushes of public accounts in the console. */
export const publicPushesConsole: ConsoleModule = {
  name: 'public-pushes',
  resources: publicPushesPages,
  routes: [
    pageRoute(pushLogPage, { parent: frame, load: () => import('./push-log.page.tsx') }),
    pageRoute(pushDetailPage, { parent: frame, load: () => import('./push-detail.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
