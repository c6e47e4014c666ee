import type { ConsoleModule } from '#kit/console/routes/page-route.ts';

/** The pushes of public accounts in the console. */
export const publicPushesConsole: ConsoleModule = {
  name: 'public-pushes',
  resources: [],
  routes: [],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
