import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { authRoutes } from './auth.routes.ts';
import { changesRoutes } from './changes.routes.ts';
import { openGate } from './gate.ts';
import { meRoutes } from './me.routes.ts';
import { notMeWarning, ownLoginRoutes } from './own-logins.ts';
import { policyRoutes, terminalPolicies } from './policy.routes.ts';
import { reuseMail, reuseWarning } from './reuse.ts';
import { terminalHoldings } from './session.holdings.ts';
import { sessionRoutes } from './session.routes.ts';
import { sweepTerminals } from './sweep.ts';
import { terminalWords } from './words.ts';

/** What stands before every call of a terminal, and its sessions. */
export const terminalModule: ServerModule = {
  name: 'terminal',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: [],
  routes: [...sessionRoutes, ...policyRoutes],
  kinds: terminalPolicies.kinds,
  clientRoutes: [...authRoutes, ...meRoutes, ...ownLoginRoutes, ...changesRoutes],
  terminals: openGate,
  tick: sweepTerminals,
  holdings: terminalHoldings,
  warningKinds: [reuseWarning, notMeWarning],
  mailTemplates: [reuseMail],
  words: [terminalWords],
  catalogs: { zh_CN, en_US, ja_JP },
};
