import path from 'node:path';
import { mailColumn } from '#kit/server/mail/open-mails.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { mailPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { mailAreas } from './config-areas.ts';
import { mailWords } from './audit-words.ts';
import { seedMail } from './mail-config.query.ts';
import { mailConfigKind, mailTemplateKind } from './mail.kinds.ts';
import { mailRoutes } from './mail.routes.ts';
import { mailWarnings, watchMail } from './mail.warnings.ts';
import { outboxExportJob } from './outbox.export.job.ts';
import { sweepOutbox } from './outbox.service.ts';
import { freeLease } from './sender/lease.ts';
import { startSender } from './sender/start-sender.ts';
import { testMail } from './test-mail.template.ts';
import { mailLogs } from './mail.logs.ts';
import { mailRadar } from './mail.radar.ts';

const sweepMillis = 600_000;
const lookMillis = 30_000;
const begin = -Infinity;
const last = { swept: begin, looked: begin };

/** The console's mail: servers, texts, and the outbox from which it is sent. */
export const mailModule: ServerModule = {
  name: 'mail',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: mailPages,
  routes: mailRoutes,
  kinds: [mailConfigKind, mailTemplateKind],
  jobs: [outboxExportJob],
  mailTemplates: [testMail],
  keyedColumns: [mailColumn],
  warningKinds: mailWarnings,
  words: [mailWords],
  configAreas: mailAreas,
  demo: async () => (await import('./demo/mail-demo.ts')).mailDemo,
  logKinds: mailLogs,
  radarKinds: mailRadar,
  catalogs: { zh_CN, en_US, ja_JP },
  start: async (services) => {
    await seedMail(services);
    if (services.database.embedded) await freeLease(services.database.db);
  },
  work: startSender,
  tick: async (services) => {
    const now = performance.now();
    if (now - last.looked > lookMillis) {
      last.looked = now;
      await watchMail(services);
    }
    if (now - last.swept < sweepMillis) return;
    last.swept = now;
    await sweepOutbox(services);
  },
};
