import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import { configPage } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { guardAreas } from './area.service.ts';
import { configWords } from './audit-words.ts';
import { configApplyJob, configDriftJob, configExportJob, configPlanJob, configUndoJob } from './config.jobs.ts';
import { configRoutes } from './config.routes.ts';
import { configWarnings } from './config.warnings.ts';
import { driftTick } from './drift.ts';
import { sweepConfigPlans } from './plan.service.ts';

/** The configuration as reproducible text: exported, planned, applied, undone, kept equal. */
export const configAsCodeModule: ServerModule = {
  name: 'config-as-code',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: [configPage],
  routes: configRoutes,
  jobs: [configExportJob, configPlanJob, configApplyJob, configUndoJob, configDriftJob],
  words: [configWords],
  warningKinds: configWarnings,
  demo: async () => (await import('./demo/config-demo.ts')).configDemo,
  catalogs: { zh_CN, en_US, ja_JP },
  start: async (services) => guardAreas(services),
  tick: async (services) => {
    await sweepConfigPlans(services.database.db, services.now());
    await driftTick(services);
  },
};
