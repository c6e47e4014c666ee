import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { upkeepEvery } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { publicContentPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { articleRoutes } from './article/article.routes.ts';
import { articles } from './article/articles.ts';
import { flowRoutes, followPlans } from './article/flow.ts';
import { contentWords } from './audit-words.ts';
import { imageMessages, imageTexts } from './composed/composed.ts';
import { groupRoutes, groups } from './material/groups.ts';
import { materialRoutes } from './material/material.routes.ts';
import { materials } from './material/materials.ts';

const kinds = {
  material: materials.kinds[0]!,
  image_text: imageTexts.kinds[0]!,
  image_message: imageMessages.kinds[0]!,
  article: articles.kind,
};

/** The content of public accounts: materials, articles and the messages that are composed of them. */
export const publicContentModule: ServerModule = {
  name: 'public-content',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: publicContentPages,
  demo: async () => (await import('./demo/content-demo.ts')).contentDemo,
  tick: upkeepEvery<Services>(2000, followPlans),
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts(groups, materials, imageTexts, imageMessages, articles, {
    routes: [...groupRoutes(kinds), ...materialRoutes, ...articleRoutes, ...flowRoutes],
    words: [contentWords],
  }),
};
