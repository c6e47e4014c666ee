import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import { dynamicGroup } from '../common/crowd/crowd.permissions.ts';
import { extraDictionary } from '../common/extra/extra.permissions.ts';
import { userCentre, userManagement } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { userCentreWords } from './audit-words.ts';
import { batchGetRoutes } from './batch-get.ts';
import { crowdExportJob, recomputeJob, releaseJob } from './crowd/crowd.jobs.ts';
import { crowdKind } from './crowd/crowd.kind.ts';
import { crowdRoutes } from './crowd/crowd.routes.ts';
import { crowdWarnings } from './crowd/crowd.warnings.ts';
import { crowdExtraUses } from './crowd/crowd.extras.ts';
import { followWork } from './crowd/follow.ts';
import { departmentKind } from './department.kind.ts';
import { departmentRoutes } from './department.routes.ts';
import { bindEffects } from './effects.ts';
import { bulkJob } from './employee.bulk.job.ts';
import { employeeBulkRoutes } from './employee-bulk.routes.ts';
import { countSeats } from './employee.seats.ts';
import { employeeRoutes } from './employee.routes.ts';
import { exportJob } from './export.job.ts';
import { extraIndexJob } from './extra/extra.index.job.ts';
import { extraKind } from './extra/extra.kind.ts';
import { followExtras } from './extra/extra.known.ts';
import { extraRoutes } from './extra/extra.routes.ts';
import { importJob } from './import.job.ts';
import { peopleKind } from './people.kind.ts';
import { pickRoutes } from './pick.routes.ts';
import { employeeRadar } from './employee.radar.ts';

/** Departments and employees. */
export const userCentreModule: ServerModule = {
  name: 'user-centre',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: [userCentre, userManagement, extraDictionary, dynamicGroup],
  routes: [...departmentRoutes, ...employeeRoutes, ...employeeBulkRoutes, ...batchGetRoutes, ...pickRoutes, ...crowdRoutes, ...extraRoutes],
  // People travel with the departments that an import makes for them.
  kinds: [departmentKind, peopleKind(), crowdKind, extraKind],
  jobs: [importJob, exportJob, bulkJob, recomputeJob, releaseJob, crowdExportJob, extraIndexJob],
  warningKinds: crowdWarnings,
  demo: async () => (await import('./demo/user-centre-demo.ts')).userCentreDemo,
  words: [userCentreWords],
  radarKinds: employeeRadar,
  catalogs: { zh_CN, en_US, ja_JP },
  licenceCounts: { employees: countSeats },
  extraUses: [crowdExtraUses],
  start: async (services) => {
    bindEffects(services);
    await followExtras(services);
  },
  work: followWork,
};
