import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { publicFansPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { publicFansWords } from './audit-words.ts';
import { tagRoutes } from './tags/tag.routes.ts';
import { fanTags } from './tags/tags.ts';

/** The fans of public accounts, their tags, what they read and answer, and the log of the accounts. */
export const publicFansModule: ServerModule = {
  name: 'public-fans',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: publicFansPages,
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts(fanTags, { routes: tagRoutes, words: [publicFansWords] }),
};
