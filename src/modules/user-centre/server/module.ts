import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import { inTurn } from '#kit/server/per-product.ts';
import { dynamicGroup } from '../common/crowd/crowd.permissions.ts';
import { extraDictionary } from '../common/extra/extra.permissions.ts';
import { userCentre, userManagement } from '../common/permissions.ts';
import { en_US } from '../locales/whole/en_US.ts';
import { ja_JP } from '../locales/whole/ja_JP.ts';
import { zh_CN } from '../locales/whole/zh_CN.ts';
import { userCentreWords } from './audit-words.ts';
import { sourcePage } from '../common/source/source.permissions.ts';
import { crowdDepartmentUses } from './crowd/crowd-departments.ts';
import { batchGetRoutes } from './batch-get.ts';
import { crowdAreas } from './crowd/crowd.config.ts';
import { crowdExportJob, recomputeJob, releaseJob } from './crowd/crowd.jobs.ts';
import { crowdKind } from './crowd/crowd.kind.ts';
import { crowdRoutes } from './crowd/crowd.routes.ts';
import { bindCrowdUses } from './crowd/crowd.uses.ts';
import { crowdWarnings } from './crowd/crowd.warnings.ts';
import { crowdExtraUses } from './crowd/crowd.extras.ts';
import { sourceExtraUses } from './source/admin/source.extras.ts';
import { followWork } from './crowd/follow.ts';
import { departmentKind } from './department.kind.ts';
import { departmentExportJob } from './department.export.job.ts';
import { mergeJob } from './department.merge.job.ts';
import { departmentRoutes } from './department.routes.ts';
import { bindEffects } from './effects.ts';
import { bulkJob } from './employee.bulk.job.ts';
import { employeeBulkRoutes } from './employee-bulk.routes.ts';
import { countSeats } from './employee.seats.ts';
import { employeeRoutes } from './employee.routes.ts';
import { exportJob } from './export.job.ts';
import { extraDepartmentUses } from './extra/extra.departments.ts';
import { extraIndexJob } from './extra/extra.index.job.ts';
import { extraKind } from './extra/extra.kind.ts';
import { followExtras } from './extra/extra.known.ts';
import { extraRoutes } from './extra/extra.routes.ts';
import { importJob } from './import.job.ts';
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
import { hookProtocol } from './source/hook/hook-protocol.ts';
import { keepUpEvents, tickEvents } from './source/hook/hook-tick.ts';
import { scimProtocol } from './source/scim/scim-protocol.ts';
import { employeeRadar } from './employee.radar.ts';
import { sourceMails } from './source/admin/alarm.mails.ts';
import { sourceAreas } from './source/admin/source.config.ts';
import { sourceKind } from './source/admin/source.kind.ts';
import { sourceRadar } from './source/admin/source.radar.ts';
import { sourceRoutes } from './source/admin/source.routes.ts';
import { tickSources } from './source/admin/source.tick.ts';
import { startSources } from './source/admin/start-sources.ts';
import { sourceWarnings } from './source/admin/source.warnings.ts';
import { sourceWords } from './source/admin/source.words.ts';
import { applyJob } from './source/run/apply.job.ts';
import { exportRunJob } from './source/run/export-run.job.ts';
import { sourceLogs } from './source/run/run.logs.ts';
import { keepUpRuns } from './source/run/run-upkeep.ts';
import { sourceRunRoutes } from './source/run/run.routes.ts';
import { sourceDepartmentUses } from './source/merged-ties.ts';
import { passwordJob } from './source/run/password.job.ts';
import { syncJob } from './source/run/sync.job.ts';
import { undoJob } from './source/run/undo.job.ts';
import { refreshSettings } from './setting.ts';
import { settingKind } from './setting.kind.ts';
import { settingRoutes } from './setting.routes.ts';

/** Departments and employees. */
export const userCentreModule: ServerModule = {
  name: 'user-centre',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: [userCentre, userManagement, sourcePage, extraDictionary, dynamicGroup],
  routes: [
    ...departmentRoutes,
    ...employeeRoutes,
    ...employeeBulkRoutes,
    ...batchGetRoutes,
    ...pickRoutes,
    ...crowdRoutes,
    ...lifeRoutes,
    ...sourceRoutes,
    ...sourceRunRoutes,
    ...settingRoutes,
    ...extraRoutes,
  ],
  protocols: [scimProtocol, hookProtocol],
  // People travel with the departments that an import makes for them.
  clientEpoch: personEpoch,
  kinds: [departmentKind, peopleKind(), crowdKind, sourceKind, settingKind, extraKind, lifeKind],
  departmentUses: [...crowdDepartmentUses, ...extraDepartmentUses, ...sourceDepartmentUses],
  jobs: [
    importJob,
    exportJob,
    bulkJob,
    mergeJob,
    departmentExportJob,
    recomputeJob,
    releaseJob,
    crowdExportJob,
    leaveJob,
    checklistJob,
    syncJob,
    applyJob,
    undoJob,
    exportRunJob,
    passwordJob,
    extraIndexJob,
  ],
  warningKinds: [...crowdWarnings, ...lifeWarnings, ...sourceWarnings],
  mailTemplates: [...sourceMails, ...passwordMails],
  logKinds: sourceLogs,
  holdings: peopleHoldings,
  tick: inTurn(
    tickLife,
    keepUpRuns,
    dropPictures,
    tickSources,
    tickEvents,
    keepUpEvents,
    // What somebody sets on one node is known to the others within seconds.
    async ({ database }) => refreshSettings(database.db),
  ),
  demo: async () => (await import('./demo/user-centre-demo.ts')).userCentreDemo,
  words: [userCentreWords, lifeWords, sourceWords],
  radarKinds: [...employeeRadar, ...sourceRadar],
  catalogs: { zh_CN, en_US, ja_JP },
  licenceCounts: { employees: countSeats },
  extraUses: [crowdExtraUses, sourceExtraUses],
  configAreas: [...peopleAreas, ...sourceAreas, ...crowdAreas],
  start: async (services) => {
    bindCrowdUses(services);
    bindEffects(services);
    startSources();
    await refreshSettings(services.database.db);
    await followExtras(services);
  },
  work: followWork,
};
