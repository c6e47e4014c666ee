import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { publicRepliesPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import './inbox/account-turns.ts';
import { conversationHolding } from './inbox/conversation.holdings.ts';
import { deliverAgain } from './inbox/deliver.ts';
import { inboxRoutes, messageJob } from './inbox/inbox.routes.ts';
import { menuClientRoutes } from './menu/client-menu.ts';
import './menu/content-uses.ts';
import { menuJob, menuRoutes } from './menu/menu.routes.ts';
import { menuAndInboxWords } from './menu/words.ts';
import { replyWords } from './reply/audit-words.ts';
import { replyClientRoutes } from './reply/client.routes.ts';
import './reply/content-uses.ts';
import { keywordReplies } from './reply/keywords.ts';
import { replySettingRoutes } from './reply/reply-settings.ts';
import { replyTestRoutes } from './reply/reply-test.ts';
import './reply/welcome.ts';

/** The replies of public accounts: what answers by itself, the menu, and the inbox. */
export const publicRepliesModule: ServerModule = {
  name: 'public-replies',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: publicRepliesPages,
  clientRoutes: [...replyClientRoutes, ...menuClientRoutes],
  catalogs: { zh_CN, en_US, ja_JP },
  tick: deliverAgain,
  demo: async () => (await import('./demo/public-replies-demo.ts')).publicRepliesDemo,
  ...moduleParts(keywordReplies, {
    routes: [...replySettingRoutes, ...replyTestRoutes, ...menuRoutes, ...inboxRoutes],
    jobs: [messageJob, menuJob],
    holdings: [conversationHolding],
    words: [replyWords, menuAndInboxWords],
  }),
};
