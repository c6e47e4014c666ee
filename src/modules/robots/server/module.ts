import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { inTurn } from '#kit/server/per-product.ts';
import { robotsPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { assistantClientRoutes } from './assistant/client.routes.ts';
import { robotClientRoutes } from './company/client.routes.ts';
import { robotHook } from './company/hook/hook-protocol.ts';
import { companyParts, startCompany } from './company/parts.ts';
import { robotLogs } from './company/robot.logs.ts';
import { robotUpkeep } from './company/upkeep.ts';
import { ownParts, startOwn, tickOwn } from './own-parts.ts';
import { mrmReview } from './role/role.routes.ts';

/** Robots that post and answer in groups, and the personal assistants of people. */
export const robotsModule: ServerModule = {
  name: 'robots',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: robotsPages,
  clientRoutes: [...robotClientRoutes, ...assistantClientRoutes],
  protocols: [robotHook],
  logKinds: robotLogs,
  reviewedAreas: [mrmReview],
  start: async (services) => {
    startCompany(services);
    await startOwn(services);
  },
  demo: async () => (await import('./demo/robots-demo.ts')).robotsDemo,
  tick: inTurn(robotUpkeep, tickOwn),
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts(companyParts, ...ownParts),
};
