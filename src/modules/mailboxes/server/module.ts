import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { mailboxesPages } from '../common/permissions.ts';
import { inTurn } from '#kit/server/per-product.ts';
import { boxParts, boxTick } from './boxes/parts.ts';
import { mailboxWarnings } from './boxes/warnings.ts';
import { runSending } from './sending/work.ts';
import { mailAccessLogs } from './terminal/logs.ts';
import { mailClientRoutes } from './terminal/routes.ts';
import { terminalMailUpkeep } from './terminal/upkeep.ts';

/** The mailboxes of people and teams: mail servers, who may use mail on terminals, and whose box. */
export const mailboxesModule: ServerModule = {
  name: 'mailboxes',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: mailboxesPages,
  catalogs: { zh_CN, en_US, ja_JP },
  clientRoutes: mailClientRoutes,
  logKinds: mailAccessLogs,
  warningKinds: mailboxWarnings,
  tick: inTurn(boxTick, terminalMailUpkeep),
  work: runSending,
  demo: async () => (await import('./demo/boxes-demo.ts')).boxesDemo,
  ...moduleParts(boxParts),
};
