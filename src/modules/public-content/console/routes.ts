import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import {
  articlePage,
  imageMessagePage,
  imagePage,
  imageTextPage,
  materialFrame,
  publicContentPages,
  textPage,
  videoPage,
} from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');
const frame = name(materialFrame.code);

/** The content of public accounts in the console. */
export const publicContentConsole: ConsoleModule = {
  name: 'public-content',
  resources: publicContentPages,
  routes: [
    pageRoute(materialFrame, { defaultChild: name(imageTextPage.code), load: () => import('./material-frame.page.tsx') }),
    pageRoute(imageTextPage, { parent: frame, load: () => import('./image-texts.page.tsx') }),
    pageRoute(imagePage, { parent: frame, load: () => import('./images.page.tsx') }),
    pageRoute(textPage, { parent: frame, load: () => import('./texts.page.tsx') }),
    pageRoute(imageMessagePage, { parent: frame, load: () => import('./image-messages.page.tsx') }),
    pageRoute(videoPage, { parent: frame, load: () => import('./videos.page.tsx') }),
    pageRoute(articlePage, { parent: frame, load: () => import('./articles.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
