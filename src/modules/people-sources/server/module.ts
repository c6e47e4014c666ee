import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import { inTurn } from '#kit/server/per-product.ts';
import { sourcePage } from '../common/source.permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { sourceMails } from './admin/alarm.mails.ts';
import { sourceAreas } from './admin/source.config.ts';
import { sourceDepartmentUses } from './admin/source.departments.ts';
import { sourceExtraUses } from './admin/source.extras.ts';
import { sourceHoldings } from './admin/source.holdings.ts';
import { sourceKind } from './admin/source.kind.ts';
import { sourceRadar } from './admin/source.radar.ts';
import { sourceRoutes } from './admin/source.routes.ts';
import { tickSources } from './admin/source.tick.ts';
import { sourceWarnings } from './admin/source.warnings.ts';
import { sourceWords } from './admin/source.words.ts';
import { startSources } from './admin/start-sources.ts';
import { hookProtocol } from './hook/hook-protocol.ts';
import { keepUpEvents, tickEvents } from './hook/hook-tick.ts';
import { applyJob } from './run/apply.job.ts';
import { exportRunJob } from './run/export-run.job.ts';
import { passwordJob } from './run/password.job.ts';
import { keepUpRuns } from './run/run-upkeep.ts';
import { sourceLogs } from './run/run.logs.ts';
import { sourceRunRoutes } from './run/run.routes.ts';
import { syncJob } from './run/sync.job.ts';
import { undoJob } from './run/undo.job.ts';
import { scimProtocol } from './scim/scim-protocol.ts';

/** Where people come from: sources, their runs, SCIM and events. Its tables are made by the migrations of people. */
export const peopleSourcesModule: ServerModule = {
  name: 'user-centre',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: [sourcePage],
  routes: [...sourceRoutes, ...sourceRunRoutes],
  protocols: [scimProtocol, hookProtocol],
  kinds: [sourceKind],
  departmentUses: sourceDepartmentUses,
  jobs: [syncJob, applyJob, undoJob, exportRunJob, passwordJob],
  warningKinds: sourceWarnings,
  mailTemplates: sourceMails,
  logKinds: sourceLogs,
  holdings: sourceHoldings,
  tick: inTurn(keepUpRuns, tickSources, tickEvents, keepUpEvents),
  demo: async () => (await import('./demo/people-sources-demo.ts')).peopleSourcesDemo,
  words: [sourceWords],
  radarKinds: sourceRadar,
  catalogs: { zh_CN, en_US, ja_JP },
  extraUses: [sourceExtraUses],
  configAreas: sourceAreas,
  start: async () => startSources(),
};
