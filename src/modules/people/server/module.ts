import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import { inTurn } from '#kit/server/per-product.ts';
import { extraDictionary } from '../common/extra/extra.permissions.ts';
import { userCentre, userManagement } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { peopleWords } from './audit-words.ts';
import { batchGetRoutes } from './batch-get.ts';
import { departmentKind } from './department/department.kind.ts';
import { departmentExportJob } from './department/department.export.job.ts';
import { mergeJob } from './department/department.merge.job.ts';
import { departmentRoutes } from './department/department.routes.ts';
import { bindEffects } from './effects.ts';
import { bulkJob } from './employee/employee.bulk.job.ts';
import { employeeBulkRoutes } from './employee/employee-bulk.routes.ts';
import { countSeats } from './employee/employee.seats.ts';
import { employeeRoutes } from './employee/employee.routes.ts';
import { exportJob } from './employee/export.job.ts';
import { extraDepartmentUses } from './extra/extra.departments.ts';
import { extraIndexJob } from './extra/extra.index.job.ts';
import { extraKind } from './extra/extra.kind.ts';
import { followExtras } from './extra/extra.known.ts';
import { extraRoutes } from './extra/extra.routes.ts';
import { importJob } from './import/import.job.ts';
import { checklistJob } from './life/checklist.export.ts';
import { leaveJob } from './life/leave.job.ts';
import { lifeKind } from './life/life.kind.ts';
import { lifeRoutes } from './life/life.routes.ts';
import { personEpoch } from './client-epoch.ts';
import { passwordMails } from './passwords.ts';
import { dropPictures } from './pictures.ts';
import { tickLife } from './life/life.tick.ts';
import { lifeWarnings } from './life/life.warnings.ts';
import { lifeWords } from './life/life.words.ts';
import { peopleHoldings } from './life/people-holdings.ts';
import { peopleKind } from './people.kind.ts';
import { peopleAreas } from './people.config.ts';
import { pickRoutes } from './pick.routes.ts';
import { employeeRadar } from './employee/employee.radar.ts';
import { peopleSettings, refreshSettings, settingRoutes } from './setting/setting.ts';

/**
 * Departments and employees, their extra fields and their life here. Calls, texts and records of this module, of people-sources and of
 * crowds go by the name of the one module that they were: `user-centre`.
 */
export const peopleModule: ServerModule = {
  name: 'user-centre',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: [userCentre, userManagement, extraDictionary],
  routes: [
    ...departmentRoutes,
    ...employeeRoutes,
    ...employeeBulkRoutes,
    ...batchGetRoutes,
    ...pickRoutes,
    ...lifeRoutes,
    ...settingRoutes,
    ...extraRoutes,
  ],
  // People travel with the departments that an import makes for them.
  clientEpoch: personEpoch,
  kinds: [departmentKind, peopleKind(), peopleSettings.kind, extraKind, lifeKind],
  departmentUses: extraDepartmentUses,
  jobs: [importJob, exportJob, bulkJob, mergeJob, departmentExportJob, leaveJob, checklistJob, extraIndexJob],
  warningKinds: lifeWarnings,
  mailTemplates: passwordMails,
  holdings: peopleHoldings,
  tick: inTurn(
    tickLife,
    dropPictures,
    // What somebody sets on one node is known to the others within seconds.
    async ({ database }) => refreshSettings(database.db),
  ),
  demo: async () => (await import('./demo/people-demo.ts')).peopleDemo,
  words: [peopleWords, lifeWords],
  radarKinds: employeeRadar,
  catalogs: { zh_CN, en_US, ja_JP },
  licenceCounts: { employees: countSeats },
  configAreas: peopleAreas,
  start: async (services) => {
    bindEffects(services);
    await refreshSettings(services.database.db);
    await followExtras(services);
  },
};
