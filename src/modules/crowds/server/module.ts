import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import { extrasTurnWith, meantCrowdsBy } from '#modules/people/server/public.ts';
import { dynamicGroup } from '../common/crowd.permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { crowdDepartmentUses } from './crowd-departments.ts';
import { crowdAreas } from './crowd.config.ts';
import { crowdExtraUses, turnCrowds } from './crowd.extras.ts';
import { crowdHoldings } from './crowd.holdings.ts';
import { crowdExportJob, recomputeJob, releaseJob } from './crowd.jobs.ts';
import { crowdKind } from './crowd.kind.ts';
import { crowdRoutes } from './crowd.routes.ts';
import { bindCrowdUses } from './crowd.uses.ts';
import { crowdWarnings } from './crowd.warnings.ts';
import { crowdWords } from './crowd.words.ts';
import { followWork } from './follow.ts';
import { meantCrowds } from './meant-crowds.ts';

/** Dynamic groups: who is in them by rule. Its tables are made by the migrations of people. */
export const crowdsModule: ServerModule = {
  name: 'user-centre',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: [dynamicGroup],
  routes: crowdRoutes,
  kinds: [crowdKind],
  departmentUses: crowdDepartmentUses,
  jobs: [recomputeJob, releaseJob, crowdExportJob],
  warningKinds: crowdWarnings,
  holdings: crowdHoldings,
  demo: async () => (await import('./demo/crowds-demo.ts')).crowdsDemo,
  words: [crowdWords],
  catalogs: { zh_CN, en_US, ja_JP },
  extraUses: [crowdExtraUses],
  configAreas: crowdAreas,
  start: async (services) => {
    bindCrowdUses(services);
    meantCrowdsBy(meantCrowds);
    extrasTurnWith({ uses: crowdExtraUses, turn: turnCrowds });
  },
  work: followWork,
};
