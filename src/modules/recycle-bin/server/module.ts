import path from 'node:path';
import { said } from '#kit/server/audit/words.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { recycleBinPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { recycleRoutes } from './recycle.routes.ts';
import { restoreJob } from './restore.job.ts';

/** What was deleted in any area, and the way back. */
export const recycleBinModule: ServerModule = {
  name: 'recycle-bin',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: recycleBinPages,
  routes: recycleRoutes,
  jobs: [restoreJob],
  words: [{ 'recycle.hold': said('保留了回收站中的对象', 'Held objects in the recycle bin', 'ごみ箱の対象を保持した') }],
  catalogs: { zh_CN, en_US, ja_JP },
};
