import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import type { Services } from '#kit/server/services.ts';
import { inTurn, upkeepEvery } from '#kit/server/per-product.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { browseRoutes } from './console-calls/browse.ts';
import { cacheRoutes } from './console-calls/cache.routes.ts';
import { caseRunRoutes } from './console-calls/cases.ts';
import { connectionTests } from './console-calls/connection-tests.ts';
import { sapSourceRoutes } from './console-calls/sap-source.ts';
import { workbenchRoutes } from './console-calls/workbench.ts';
import { noncesOf } from './caller/nonces.ts';
import { beat, nodeRoutes } from './nodes.ts';
import { gatewayProtocol } from './protocol.ts';
import { limitsOf } from './call-limits.ts';
import { cacheOf } from './run/answer-cache.ts';
import { closeDubbo } from './target/dubbo.ts';
import { closePools } from './target/sql-pools.ts';

/** Nonces and tokens that can't be used any more go. */
const sweep = upkeepEvery<Services>(60_000, async (services) => {
  const { database, now } = services;
  limitsOf(services).shared.sweep();
  await database.db
    .deleteFrom('gateway_rate')
    .where('at', '<', now() - 3_600_000)
    .execute();
  await database.db.deleteFrom('gateway_nonce').where('until', '<', now()).execute();
  await database.db.deleteFrom('gateway_token').where('until', '<', now()).execute();
});

/** The access service at run time: calls of interfaces, and what the console tries of them. */
export const gatewayModule: ServerModule = {
  name: 'gateway',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: [],
  routes: [...workbenchRoutes, ...cacheRoutes, ...connectionTests, ...browseRoutes, ...nodeRoutes, ...caseRunRoutes, ...sapSourceRoutes],
  protocols: [gatewayProtocol],
  catalogs: { zh_CN, en_US, ja_JP },
  tick: inTurn(sweep, beat, (services) => noncesOf(services).beat()),
  work: (services) => {
    // Heard from the beginning: another node may empty a cache before this one was asked for anything.
    cacheOf(services);
    return {
      stop: async () => {
        await noncesOf(services)
          .stop()
          .catch(() => undefined);
        closeDubbo(services);
        await closePools(services);
      },
    };
  },
};
