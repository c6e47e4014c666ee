import path from 'node:path';
import { said } from '#kit/server/audit/words.ts';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { openApiPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { openApiRoutes } from './open-api.routes.ts';
import { offerFunctions, sysApis } from './sys-apis.ts';

const words = {
  'sysApi.grant': said('授权了开放接口', 'Granted an open function to a system', 'オープン API を許可した'),
  'sysApi.revoke': said('取消了开放接口的授权', 'Took the grant of an open function away', 'オープン API の許可を取り消した'),
};

/** The product's own functions, offered to other systems. */
export const openApiModule: ServerModule = {
  name: 'open-api',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: openApiPages,
  start: offerFunctions,
  demo: async () => (await import('./demo/open-api-demo.ts')).openApiDemo,
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts(sysApis, { routes: openApiRoutes, words: [words] }),
};
