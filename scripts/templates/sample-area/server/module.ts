import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import { sampleArea, sampleThingPage } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { sampleThingKind } from './sample-thing.kind.ts';
import { sampleThingRoutes } from './sample-thing.routes.ts';
import { sampleThingWords } from './sample-thing.words.ts';

/** What this module gives to the server. */
export const sampleAreaModule: ServerModule = {
  name: 'sample-area',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: [sampleArea, sampleThingPage],
  routes: [...sampleThingRoutes],
  kinds: [sampleThingKind],
  words: [sampleThingWords],
  catalogs: { zh_CN, en_US, ja_JP },
};
