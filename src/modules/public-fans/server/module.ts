import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { publicFansPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import './account-turn.ts';
import { publicFansWords } from './audit-words.ts';
import { commentClientRoutes } from './comments/client-comments.ts';
import { commentJob, commentRoutes } from './comments/comment.routes.ts';
import { fanFileJobs, fanFileRoutes } from './fans/fan-files.ts';
import { fanRoutes } from './fans/fan.routes.ts';
import { logJob, logRoutes } from './log/account-log.routes.ts';
import { readerJobs, readerRoutes } from './readers/reader.routes.ts';
import { tagRoutes } from './tags/tag.routes.ts';
import { fanTags } from './tags/tags.ts';

/** The fans of public accounts, their tags, what they read and answer, and the log of the accounts. */
export const publicFansModule: ServerModule = {
  name: 'public-fans',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: publicFansPages,
  demo: async () => (await import('./demo/fans-demo.ts')).fansDemo,
  catalogs: { zh_CN, en_US, ja_JP },
  clientRoutes: commentClientRoutes,
  ...moduleParts(fanTags, {
    routes: [...tagRoutes, ...fanRoutes, ...fanFileRoutes, ...commentRoutes, ...readerRoutes, ...logRoutes],
    jobs: [...fanFileJobs, commentJob, ...readerJobs, logJob],
    words: [publicFansWords],
  }),
};
