import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';

/** The fans of public accounts. */
export const publicFansModule: ServerModule = {
  name: 'public-fans',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: [],
  routes: [],
  catalogs: { zh_CN, en_US, ja_JP },
};
