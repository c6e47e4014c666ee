import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import { radarPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { radarAreas } from './radar.config.ts';
import { ownerMail } from './owner-mail.template.ts';
import { radarExportJob } from './radar.export.job.ts';
import { radarDepartmentUses } from './department-uses.ts';
import { radarKind } from './radar.kind.ts';
import { radarRoutes } from './radar.routes.ts';
import { radarWords } from './radar.words.ts';
import { refreshRadar } from './refresh.ts';
import { expiryWarning } from './notify.ts';
import { radarHoldings } from './radar.holdings.ts';

/** Everything that ends or ages, of every module and added by hand. */
export const radarModule: ServerModule = {
  name: 'radar',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: radarPages,
  routes: radarRoutes,
  kinds: [radarKind],
  departmentUses: radarDepartmentUses,
  jobs: [radarExportJob],
  warningKinds: [expiryWarning],
  mailTemplates: [ownerMail],
  words: [radarWords],
  configAreas: radarAreas,
  demo: async () => (await import('./demo/radar-demo.ts')).radarDemo,
  holdings: radarHoldings,
  catalogs: { zh_CN, en_US, ja_JP },
  tick: refreshRadar,
};
