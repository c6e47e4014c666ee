import path from 'node:path';
import { clientOpenApiGet, openApiGet } from '#kit/common/openapi.contract.ts';
import { en_US } from '#kit/locales/en_US.ts';
import { ja_JP } from '#kit/locales/ja_JP.ts';
import { zh_CN } from '#kit/locales/zh_CN.ts';
import { audienceRoutes } from './audience/audience.routes.ts';
import { roleCrowdUses } from './access/crowd-roles.ts';
import { roleHoldings } from './access/role.holdings.ts';
import { roleDepartmentUses } from './access/department-roles.ts';
import { journalRoutes } from './change/journal.routes.ts';
import { planRoutes } from './change/plan/plan.routes.ts';
import { fileRoutes } from './files/file.routes.ts';
import { handle } from './handle.ts';
import { jobRoutes } from './jobs/job.routes.ts';
import { kitWords } from './kit-words.ts';
import { liveRoutes } from './live/live.routes.ts';
import type { ServerModule } from './module.ts';
import { preferenceRoutes } from './session/preference.routes.ts';
import { factorRoutes } from './session/factor/factor.routes.ts';
import { sessionHoldings } from './session/session.holdings.ts';
import { sessionRoutes } from './session/session.routes.ts';
import { kitWarnings } from './warning/kit-warnings.ts';
import { mineRoutes } from './warning/mine.routes.ts';
import { watchOperation } from './warning/watch-operation.ts';

/** The kit's own operations as a module; `document` and `clientDocument` make the descriptions of the wire. */
export function kitModuleOf(product: {
  version: string;
  build: string;
  document: () => object;
  clientDocument: () => object;
}): ServerModule {
  return {
    name: 'kit',
    migrations: path.join(import.meta.dirname, 'migrations'),
    resources: [],
    routes: [
      ...sessionRoutes({ version: product.version, build: product.build }),
      ...factorRoutes,
      ...preferenceRoutes,
      ...journalRoutes,
      ...planRoutes,
      ...jobRoutes,
      ...fileRoutes,
      ...liveRoutes,
      ...mineRoutes,
      ...audienceRoutes,
      handle(openApiGet, async ({ response }) => {
        await response.header('cache-control', 'no-cache').send(product.document());
        return null;
      }),
      handle(clientOpenApiGet, async ({ response }) => {
        await response.header('cache-control', 'no-cache').send(product.clientDocument());
        return null;
      }),
    ],
    words: [kitWords],
    warningKinds: kitWarnings,
    crowdUses: roleCrowdUses,
    holdings: [...sessionHoldings, ...roleHoldings],
    departmentUses: roleDepartmentUses,
    tick: watchOperation,
    demo: async () => (await import('./demo/kit-demo.ts')).kitDemo,
    catalogs: { zh_CN, en_US, ja_JP },
  };
}
