import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { emoticonDetail, emoticonFrame, emoticonPackages, emoticonPages } from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');
const frame = name(emoticonFrame.code);

/** Emoticons in the console. */
export const emoticonsConsole: ConsoleModule = {
  name: 'emoticons',
  resources: emoticonPages,
  routes: [
    pageRoute(emoticonFrame, { defaultChild: name(emoticonPackages.code), load: () => import('./emoticon-frame.page.tsx') }),
    pageRoute(emoticonPackages, { parent: frame, load: () => import('./packages.page.tsx') }),
    pageRoute(emoticonDetail, { parent: frame, load: () => import('./package.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
