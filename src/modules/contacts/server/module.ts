import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import { contactPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { contactWords } from './audit-words.ts';
import { contactAreas } from './config-areas.ts';
import { configRoutes } from './config.routes.ts';
import { contactConfigs } from './config.ts';
import { contactRadar } from './contacts.radar.ts';
import { contactCrowdUses } from './crowd-uses.ts';
import { contactDepartmentUses } from './department-uses.ts';
import { contactExtraUses } from './extra-uses.ts';
import { contactFieldKind } from './field/field.kind.ts';
import { fieldRoutes } from './field/field.routes.ts';
import { seedFields } from './field/field.service.ts';
import { insightRoutes } from './insight/insight.routes.ts';
import { logRoutes } from './log/log.routes.ts';
import { revealExportJob } from './log/reveal.export.job.ts';
import { pickRoutes } from './pick.routes.ts';
import { contactGifts } from './role/role.kind.ts';
import { contactReview } from './role/reviewed.ts';
import { contactRoleJobs, contactRoleRoutes } from './role/role.routes.ts';
import { contactEpoch, contactPart } from './rule/epoch.ts';
import { belongsImportJob } from './special/belongs-import.job.ts';
import { specialUserKind } from './special/special.kind.ts';
import { specialRoutes } from './special/special.routes.ts';
import { contactClientRoutes } from './terminal/client.routes.ts';
import { harvestWarning } from './terminal/harvest.ts';
import { contactsUpkeep } from './upkeep.ts';
import { contactWhiteKind } from './whitelist/white.kind.ts';
import { whiteRoutes } from './whitelist/white.routes.ts';
import { whiteWarning } from './whitelist/white.warnings.ts';

/** Who sees whom in the directory, which fields, and what they may do. */
export const contactsModule: ServerModule = {
  name: 'contacts',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: contactPages,
  routes: [
    ...contactRoleRoutes,
    ...specialRoutes,
    ...fieldRoutes,
    ...whiteRoutes,
    ...configRoutes,
    ...insightRoutes,
    ...logRoutes,
    ...pickRoutes,
  ],
  clientRoutes: contactClientRoutes,
  clientEpoch: contactEpoch,
  clientPart: contactPart,
  kinds: [contactGifts.kind, specialUserKind, contactFieldKind, contactWhiteKind, contactConfigs.kind],
  jobs: [...contactRoleJobs, revealExportJob, belongsImportJob],
  words: [contactWords],
  warningKinds: [harvestWarning, whiteWarning],
  radarKinds: contactRadar,
  crowdUses: contactCrowdUses,
  departmentUses: contactDepartmentUses,
  extraUses: contactExtraUses,
  configAreas: contactAreas,
  reviewedAreas: [contactReview],
  start: ({ database }) => seedFields(database.db),
  demo: async () => (await import('./demo/contacts-demo.ts')).contactsDemo,
  tick: contactsUpkeep,
  catalogs: { zh_CN, en_US, ja_JP },
};
