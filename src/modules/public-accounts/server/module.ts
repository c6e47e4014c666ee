import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { publicAccountPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { accounts } from './accounts.ts';
import { mineRoutes } from './mine.ts';

/** Public accounts: who works for them, who may follow, and what happened in them. */
export const publicAccountsModule: ServerModule = {
  name: 'public-accounts',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: publicAccountPages,
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts(accounts, { routes: mineRoutes }),
};
