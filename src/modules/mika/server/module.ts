import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { mikaPages } from '../common/permissions.ts';

/** The assistant that turns a sentence into an answer, a call of an interface or a form. */
export const mikaModule: ServerModule = {
  name: 'mika',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: mikaPages,
  routes: [],
  catalogs: { zh_CN, en_US, ja_JP },
};
