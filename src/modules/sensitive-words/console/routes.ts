import { findsSettings } from '#kit/console/routes/finds-settings.ts';
import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { wordPage, wordPages } from '../common/permissions.ts';

/** Sensitive words in the console. */
export const sensitiveWordsConsole: ConsoleModule = {
  name: 'sensitive-words',
  resources: wordPages,
  finds: [
    findsSettings({
      namespace: 'sensitive-words',
      kind: 'wordSetting',
      page: wordPage,
      query: '?tab=setting',
      update: async () => (await import('../common/word-list.contract.ts')).wordSettingUpdate,
    }),
  ],
  routes: [pageRoute(wordPage, { load: () => import('./words.page.tsx') })],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
