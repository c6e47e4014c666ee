import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import { handle } from '#kit/server/handle.ts';
import { logExport } from '../common/export.contract.ts';
import { logsPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { logsWords } from './audit-words.ts';
import { loginRoutes } from './login.routes.ts';
import { operationRoutes } from './operation.routes.ts';
import { beginExport, logExportJob } from './export.job.ts';
import { readRoutes } from './read.routes.ts';
import { sealRoutes } from './seal.routes.ts';
import { streamKind } from './stream/stream.kind.ts';
import { streamResendJob } from './stream/stream-test.ts';
import { streamRoutes } from './stream/stream.routes.ts';
import { workStreams } from './stream/stream-work.ts';
import { logsWarnings } from './warning-kinds.ts';
import { sealNightly, sealVerifyJob } from './seal.verify.ts';

/** What was done, who signed in, and how long that is kept. */
export const logsModule: ServerModule = {
  name: 'logs',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: logsPages,
  routes: [...operationRoutes, ...loginRoutes, ...sealRoutes, ...readRoutes, ...streamRoutes, handle(logExport, beginExport)],
  kinds: [streamKind],
  jobs: [sealVerifyJob, logExportJob, streamResendJob],
  work: (services) => workStreams(services),
  tick: async (services) => {
    // Looks that were only counted are written when their five minutes are over.
    await services.readLog.flush();
    await sealNightly(services);
  },
  words: [logsWords],
  warningKinds: logsWarnings,
  catalogs: { zh_CN, en_US, ja_JP },
};
