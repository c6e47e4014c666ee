import path from 'node:path';
import { said } from '#kit/server/audit/words.ts';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { upkeepEvery } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { widgetSources } from '#modules/gateway/server/public.ts';
import { connectPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { connectClientRoutes, connectRoutes } from './connect.routes.ts';
import { connectParams, connectWidgets } from './entities.ts';
import { exchangeProtocol } from './exchange.protocol.ts';
import { connectSource } from './gateway-source.ts';
import { sweepTickets } from './tickets.ts';

const words = {
  'connectWidget.secret': said('重置了连接应用的密钥', 'Made a new secret of a connected widget', '連携アプリのシークレットを再発行した'),
};

const hourMillis = 3_600_000;

/** Widgets that are connected to business systems: sign-in by tickets, and parameters. */
export const connectModule: ServerModule = {
  name: 'connect',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: connectPages,
  start: async (services) => {
    widgetSources(services).add(connectSource);
  },
  clientRoutes: connectClientRoutes,
  protocols: [exchangeProtocol],
  tick: upkeepEvery<Services>(hourMillis, sweepTickets),
  demo: async () => (await import('./demo/connect-demo.ts')).connectDemo,
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts(connectWidgets, connectParams, { routes: connectRoutes, words: [words] }),
};
