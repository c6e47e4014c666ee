import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import { userCentre, userManagement } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { userCentreWords } from './audit-words.ts';
import { batchGetRoutes } from './batch-get.ts';
import { departmentKind } from './department.kind.ts';
import { departmentRoutes } from './department.routes.ts';
import { bindEffects } from './effects.ts';
import { bulkJob } from './employee.bulk.job.ts';
import { employeeBulkRoutes } from './employee-bulk.routes.ts';
import { countSeats } from './employee.seats.ts';
import { employeeRoutes } from './employee.routes.ts';
import { exportJob } from './export.job.ts';
import { importJob } from './import.job.ts';
import { peopleKind } from './people.kind.ts';
import { pickRoutes } from './pick.routes.ts';
import { employeeRadar } from './employee.radar.ts';

/** Departments and employees. */
export const userCentreModule: ServerModule = {
  name: 'user-centre',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: [userCentre, userManagement],
  routes: [...departmentRoutes, ...employeeRoutes, ...employeeBulkRoutes, ...batchGetRoutes, ...pickRoutes],
  // People travel with the departments that an import makes for them.
  kinds: [departmentKind, peopleKind()],
  jobs: [importJob, exportJob, bulkJob],
  demo: async () => (await import('./demo/user-centre-demo.ts')).userCentreDemo,
  words: [userCentreWords],
  radarKinds: employeeRadar,
  catalogs: { zh_CN, en_US, ja_JP },
  licenceCounts: { employees: countSeats },
  start: async (services) => bindEffects(services),
};
