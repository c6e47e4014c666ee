import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import { licenceManage } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { licenceWords } from './audit-words.ts';
import { beginSite } from './licence-terms.ts';
import { storeOf } from './licence.query.ts';
import { licenceRoutes } from './licence.routes.ts';
import { licenceWarnings } from './licence.warnings.ts';
import { openLicence } from './open-licence.ts';
import { lookAfterLicence } from './upkeep.ts';
import { usageExportJob } from './usage.export.job.ts';
import { licenceRadar } from './licence.radar.ts';

/** What is licensed, how much of it is used, and until when. */
export const licenceModule: ServerModule = {
  name: 'licence',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: [licenceManage],
  routes: licenceRoutes,
  jobs: [usageExportJob],
  licence: openLicence,
  warningKinds: licenceWarnings,
  words: [licenceWords],
  demo: async () => (await import('./demo/licence-demo.ts')).licenceDemo,
  radarKinds: licenceRadar,
  catalogs: { zh_CN, en_US, ja_JP },
  start: async (services) => {
    const store = storeOf(services);
    const required = services.settings.licenseRequired;
    await services.database.db.transaction().execute((tx) => beginSite(tx, store.counts, { required, now: services.now() }));
    await store.refresh();
  },
  tick: lookAfterLicence,
};
