import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import { publicPushesPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { pushWords } from './audit-words.ts';
import './client/account-posts.ts';
import { pushClientRoutes } from './client.routes.ts';
import { pushExportJob, pushProofJob } from './exports.ts';
import { joinAccountsAndContent } from './hooks.ts';
import { pushRoutes } from './push.routes.ts';
import { pushWarnings } from './send/alarm.ts';
import { runPushes } from './send/work.ts';
import { pushUpkeep } from './upkeep.ts';

joinAccountsAndContent();

/** The pushes of public accounts. */
export const publicPushesModule: ServerModule = {
  name: 'public-pushes',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: publicPushesPages,
  demo: async () => (await import('./demo/pushes-demo.ts')).pushesDemo,
  routes: pushRoutes,
  clientRoutes: pushClientRoutes,
  jobs: [pushExportJob, pushProofJob],
  words: [pushWords],
  warningKinds: pushWarnings,
  catalogs: { zh_CN, en_US, ja_JP },
  tick: pushUpkeep,
  work: runPushes,
};
