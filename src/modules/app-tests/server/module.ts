import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { appTestPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { testWords } from './audit-words.ts';
import { testClientRoutes } from './client.routes.ts';
import { testMail } from './test-mail.ts';
import { testRoutes } from './test.routes.ts';
import { testChanges, tests } from './tests.ts';

const { add: _add, ...usual } = tests.routes;

/** Versions that are given to named testers before their release. */
export const appTestsModule: ServerModule = {
  name: 'app-tests',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: appTestPages,
  clientRoutes: testClientRoutes,
  clientEpoch: testChanges.epoch,
  clientPart: testChanges.part,
  mailTemplates: [testMail],
  demo: async () => (await import('./demo/tests-demo.ts')).testsDemo,
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts({ ...tests, routes: usual }, { routes: testRoutes, words: [testWords] }),
};
