import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { upkeepEvery } from '#kit/server/per-product.ts';
import { appPagePages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { adverts, expireAdverts } from './advert.ts';
import { advertRoutes, advertSettingKind } from './advert.routes.ts';
import { pageWords } from './audit-words.ts';
import { pageClientRoutes } from './client.routes.ts';
import { advertDepartmentUses, tagDepartmentUses } from './department-uses.ts';
import { pageConfigs, platformCards } from './page-config.ts';
import { pageEpoch, pagePart } from './page-changes.ts';
import { pageRoutes } from './page.routes.ts';

/** Pages that terminals show: their tags and cards, and adverts. */
export const appPagesModule: ServerModule = {
  name: 'app-pages',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: appPagePages,
  clientRoutes: pageClientRoutes,
  clientEpoch: pageEpoch,
  clientPart: pagePart,
  tick: upkeepEvery(30_000, ({ database, now }) => expireAdverts(database.db, now())),
  demo: async () => (await import('./demo/pages-demo.ts')).pagesDemo,
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts({ ...adverts, departmentUses: advertDepartmentUses }, platformCards, pageConfigs, {
    routes: [...advertRoutes, ...pageRoutes],
    kinds: [advertSettingKind],
    words: [pageWords],
    departmentUses: tagDepartmentUses,
  }),
};
