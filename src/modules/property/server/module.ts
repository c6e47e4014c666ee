import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import { propertyPage } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { propertyWords } from './audit-words.ts';
import { propertyDepartmentUses } from './department-uses.ts';
import { propertyAreas } from './config-areas.ts';
import { seedProperties } from './definitions.ts';
import { propertyEnumerations } from './enumerations.ts';
import { propertyExportJob } from './export.job.ts';
import { propertyImportJob } from './import.job.ts';
import { consoleProperties, readProductConfig } from './product-config.ts';
import { propertyEpoch, propertyPart } from './property-changes.ts';
import { propertyHoldings } from './property.holdings.ts';
import { propertyKind } from './property.kind.ts';
import { propertyCrowdUses } from './crowd-uses.ts';
import { propertyClientRoutes } from './client.routes.ts';
import { propertyRoutes } from './property.routes.ts';
import { propertyValueKind } from './value.kind.ts';
import { propertyRadar } from './property.radar.ts';
import { propertyType, watchValues } from './value.watch.ts';

/** What can be set, where it holds, and what holds for whom. */
export const propertyModule: ServerModule = {
  name: 'property',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: [propertyPage],
  routes: propertyRoutes,
  clientRoutes: propertyClientRoutes,
  clientEpoch: propertyEpoch,
  clientPart: propertyPart,
  kinds: [propertyKind, propertyValueKind],
  jobs: [propertyImportJob, propertyExportJob],
  configAreas: propertyAreas,
  crowdUses: propertyCrowdUses,
  departmentUses: propertyDepartmentUses,
  holdings: propertyHoldings,
  words: [propertyWords],
  enumerations: propertyEnumerations,
  properties: consoleProperties,
  productConfig: readProductConfig,
  demo: async () => (await import('./demo/property-demo.ts')).propertyDemo,
  radarKinds: propertyRadar,
  warningKinds: [propertyType],
  catalogs: { zh_CN, en_US, ja_JP },
  start: seedProperties,
  tick: watchValues,
};
