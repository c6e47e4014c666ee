import path from 'node:path';
import { upkeepEvery } from '#kit/server/per-product.ts';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { sendStepsOf, textScreensOf } from '#modules/messaging/server/public.ts';
import { wordPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { sensitiveWordWords } from './audit-words.ts';
import { wordClientRoutes } from './client.routes.ts';
import { forgetTexts } from './hits.ts';
import { manyBlocks } from './many-blocks.ts';
import { wordRoutes } from './routes.ts';
import { seedSetting, wordSettings } from './setting.ts';
import { textScreenOf, wordStep } from './word-step.ts';
import { sensitiveWords, wordCategories, wordExceptions } from './words.ts';

/** Words that messages and names are checked for. */
export const sensitiveWordsModule: ServerModule = {
  name: 'sensitive-words',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: wordPages,
  clientRoutes: wordClientRoutes,
  warningKinds: [manyBlocks],
  demo: async () => (await import('./demo/words-demo.ts')).wordsDemo,
  catalogs: { zh_CN, en_US, ja_JP },
  start: async (services) => {
    await seedSetting(services.database.db, services.now());
    sendStepsOf(services).add(wordStep);
    textScreensOf(services).add(textScreenOf(services));
  },
  tick: upkeepEvery(3_600_000, (services) => forgetTexts(services)),
  ...moduleParts(sensitiveWords, wordCategories, wordExceptions, wordSettings, {
    routes: wordRoutes,
    words: [sensitiveWordWords],
  }),
};
