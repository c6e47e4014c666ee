import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { robotsPages } from '../common/permissions.ts';

/** Robots that post and answer in groups, and the personal assistants of people. */
export const robotsModule: ServerModule = {
  name: 'robots',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: robotsPages,
  routes: [],
  catalogs: { zh_CN, en_US, ja_JP },
};
