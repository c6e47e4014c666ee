import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import { inboxPages } from '../common/inbox/inbox.permissions.ts';
import { customMenuPage } from '../common/menu/menu.permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { inboxRoutes, messageJob } from './inbox/inbox.routes.ts';
import { menuClientRoutes } from './menu/client-menu.ts';
import { menuJob, menuRoutes } from './menu/menu.routes.ts';
import { menuAndInboxWords } from './menu/words.ts';

/** The replies of public accounts: what answers by itself, the menu, and the inbox. */
export const publicRepliesModule: ServerModule = {
  name: 'public-replies',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: [...inboxPages, customMenuPage],
  catalogs: { zh_CN, en_US, ja_JP },
  routes: [...menuRoutes, ...inboxRoutes],
  jobs: [messageJob, menuJob],
  words: [menuAndInboxWords],
  clientRoutes: [...menuClientRoutes],
};
