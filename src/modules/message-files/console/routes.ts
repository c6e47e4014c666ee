import { findsSettings } from '#kit/console/routes/finds-settings.ts';
import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { fileConfigPage, fileFrame, fileListPage, filePages } from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');
const frame = name(fileFrame.code);

/** Files of chats in the console. */
export const messageFilesConsole: ConsoleModule = {
  name: 'message-files',
  resources: filePages,
  finds: [
    findsSettings({
      namespace: 'message-files',
      kind: 'imFileConfig',
      page: fileConfigPage,
      update: async () => (await import('../common/file-config.contract.ts')).fileConfigUpdate,
    }),
  ],
  routes: [
    pageRoute(fileFrame, { defaultChild: name(fileListPage.code), load: () => import('./file-frame.page.tsx') }),
    pageRoute(fileListPage, { parent: frame, load: () => import('./file-list.page.tsx') }),
    pageRoute(fileConfigPage, { parent: frame, load: () => import('./file-config.page.tsx') }),
  ],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
