import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { cardManage, cardPages } from '../common/permissions.ts';

/** Message cards in the console. */
export const messageCardsConsole: ConsoleModule = {
  name: 'message-cards',
  resources: cardPages,
  routes: [pageRoute(cardManage, { load: () => import('./cards.page.tsx') })],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
