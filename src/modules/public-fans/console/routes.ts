import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import {
  commentPage,
  fansPage,
  likePage,
  logPage,
  materialFrame,
  messageFrame,
  publicFansPages,
  pushDetailFrame,
  readPage,
  tagPage,
} from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');
const detail = name(pushDetailFrame.code);

/** The fans of public accounts in the console. */
export const publicFansConsole: ConsoleModule = {
  name: 'public-fans',
  resources: publicFansPages,
  routes: [
    pageRoute(fansPage, { load: () => import('./fans.page.tsx') }),
    pageRoute(tagPage, { parent: name(materialFrame.code), load: () => import('./tags.page.tsx') }),
    pageRoute(pushDetailFrame, {
      parent: name(messageFrame.code),
      defaultChild: name(commentPage.code),
      load: () => import('./push-detail.page.tsx'),
    }),
    pageRoute(commentPage, { parent: detail, load: () => import('./comment-list.page.tsx') }),
    pageRoute(likePage, { parent: detail, load: () => import('./like-list.page.tsx') }),
    pageRoute(readPage, { parent: detail, load: () => import('./read-list.page.tsx') }),
    pageRoute(logPage, { load: () => import('./logs.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
