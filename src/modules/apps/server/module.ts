import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { appsGroup } from '../common/menu-group.ts';
import { appsPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { apps } from './app/app.ts';

/** Apps, their versions and their way to terminals. */
export const appsModule: ServerModule = {
  name: 'apps',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: [appsGroup, ...appsPages],
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts(apps, { routes: [] }),
};
