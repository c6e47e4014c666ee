import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { sampleArea, sampleThingPage } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { sampleThings } from './sample-thing.ts';

/** What this module gives to the server. */
export const sampleAreaModule: ServerModule = {
  name: 'sample-area',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: [sampleArea, sampleThingPage],
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts(sampleThings),
};
