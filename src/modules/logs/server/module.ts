import { sql } from 'kysely';
import { holdsPeople } from '#modules/devices/server/public.ts';
import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import { handle } from '#kit/server/handle.ts';
import { logExport } from '../common/export.contract.ts';
import { cleaningPages } from '../common/cleaning/cleaning.permissions.ts';
import { logsPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { logsWords } from './audit-words.ts';
import { loginRoutes } from './login.routes.ts';
import { operationRoutes } from './operation/operation.routes.ts';
import { beginExport, logExportJob } from './export.job.ts';
import { readRoutes } from './read.routes.ts';
import { sealRoutes } from './seal.routes.ts';
import { cleaningAreas } from './cleaning/cleaning.config.ts';
import { cleaningJobs } from './cleaning/cleaning.jobs.ts';
import { cleaningRoutes } from './cleaning/cleaning.routes.ts';
import { cleaningWarnings } from './cleaning/cleaning.warnings.ts';
import { cleaningWords } from './cleaning/cleaning.words.ts';
import { tickCleaning } from './cleaning/clean.tick.ts';
import { ownLogKinds } from './cleaning/log-kinds.ts';
import { seedConfigs } from './cleaning/retention.ts';
import { bindLogKinds, retentionKind } from './cleaning/retention.kind.ts';
import { archiveTargetKind } from './cleaning/target.kind.ts';
import { streamAreas } from './stream/stream.config.ts';
import { savedRoutes } from './saved/saved.routes.ts';
import { savedHoldings } from './saved/saved.holdings.ts';
import { logReportKind, savedSearchKind } from './saved/saved.kinds.ts';
import { savedAreas } from './saved/saved.config.ts';
import { savedWords } from './saved/saved.words.ts';
import { beginReports, reportJob } from './saved/report.job.ts';
import { reportMails } from './saved/report.mails.ts';
import { reportWarnings } from './saved/report.warnings.ts';
import { streamKind } from './stream/stream.kind.ts';
import { streamResendJob } from './stream/stream-test.ts';
import { streamRoutes } from './stream/stream.routes.ts';
import { workStreams } from './stream/stream-work.ts';
import { logsWarnings } from './warning-kinds.ts';
import { sealNightly, sealVerifyJob } from './seal.verify.ts';
import { logsRadar } from './logs.radar.ts';

// Devices of people whose logs are held for a legal reason are not erased.
holdsPeople(async (db, ids) => {
  const { rows } = await sql<{ id: string }>`select distinct m.id from unnest(${[...ids]}::text[]) as m(id)
    join legal_hold h on h.state = 'active' and m.id = any(h.employee_ids)`.execute(db);
  return rows.map(({ id }) => id);
});

/** What was done, who signed in, and how long that is kept. */
export const logsModule: ServerModule = {
  name: 'logs',
  licensedAs: 'logs',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: [...logsPages, ...cleaningPages],
  routes: [
    ...operationRoutes,
    ...loginRoutes,
    ...sealRoutes,
    ...readRoutes,
    ...streamRoutes,
    ...savedRoutes,
    handle(logExport, beginExport),
    ...cleaningRoutes,
  ],
  kinds: [streamKind, retentionKind, archiveTargetKind, savedSearchKind, logReportKind],
  configAreas: [...cleaningAreas, ...streamAreas, ...savedAreas],
  jobs: [sealVerifyJob, logExportJob, streamResendJob, reportJob, ...cleaningJobs],
  logKinds: ownLogKinds,
  warningKinds: [...logsWarnings, ...cleaningWarnings, ...reportWarnings],
  start: (services) => {
    bindLogKinds(services.logKinds);
    return seedConfigs(services.database.db, services);
  },
  mailTemplates: reportMails,
  work: (services) => workStreams(services),
  tick: async (services) => {
    // What was only counted is written when its time is over: looks after five minutes, refused sign-ins after one.
    await services.readLog.flush();
    await services.signInLog.flush();
    await sealNightly(services);
    await tickCleaning(services);
    await beginReports(services);
  },
  demo: async () => (await import('./demo/logs-demo.ts')).logsDemo,
  words: [logsWords, cleaningWords, savedWords],
  radarKinds: logsRadar,
  holdings: savedHoldings,
  catalogs: { zh_CN, en_US, ja_JP },
};
