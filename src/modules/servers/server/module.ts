import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { operationsGroup, serversPage } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { backupOld, backupRadar } from './backup.watch.ts';
import { serverAreas } from './config-areas.ts';
import { serverWords } from './audit-words.ts';
import { bundleJob } from './bundle.ts';
import { serverEnumerations } from './enumerations.ts';
import { platformKind } from './platform.kind.ts';
import { seedPlatforms } from './platform.service.ts';
import { ensureKey } from './platform.sign.ts';
import { openNetworks, privateNetworks } from './private-networks.ts';
import { serverConfigKind } from './server.kind.ts';
import { serversRoutes } from './servers.routes.ts';
import { serverWarnings } from './warnings.ts';
import { watchServers } from './watch.ts';
import { serverRadar } from './server.radar.ts';

/** Servers, what platforms get of them, and the processes of this product. */
export const serversModule: ServerModule = {
  name: 'servers',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: [operationsGroup, serversPage],
  ...moduleParts(privateNetworks, {
    routes: serversRoutes,
    kinds: [serverConfigKind, platformKind],
    jobs: [bundleJob],
    words: [serverWords],
    radarKinds: [...serverRadar, backupRadar],
  }),
  enumerations: serverEnumerations,
  warningKinds: [...serverWarnings, backupOld],
  configAreas: serverAreas,
  demo: async () => (await import('./demo/servers-demo.ts')).serversDemo,
  catalogs: { zh_CN, en_US, ja_JP },
  start: async ({ database, outbound, secrets, now }) => {
    await openNetworks({ database, outbound });
    await ensureKey(database.db, secrets);
    await seedPlatforms(database.db, now());
  },
  work: watchServers,
};
