import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { robotsPages } from '../common/permissions.ts';
import { assistantClientRoutes } from './assistant/client.routes.ts';
import { ownParts, startOwn, tickOwn } from './own-parts.ts';
import { mrmReview } from './role/role.routes.ts';

/** Robots that post and answer in groups, and the personal assistants of people. */
export const robotsModule: ServerModule = {
  name: 'robots',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: robotsPages,
  clientRoutes: assistantClientRoutes,
  reviewedAreas: [mrmReview],
  start: startOwn,
  tick: tickOwn,
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts(...ownParts),
};
