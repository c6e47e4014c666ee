import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { mikaPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { mikaWords } from './audit-words.ts';
import { historyJob, historyRoutes } from './console/history.routes.ts';
import { sessionRoutes } from './console/session.routes.ts';
import { testRoutes } from './console/test.routes.ts';
import { mikaAnswers, mikaSynonyms } from './knowledge/entities.ts';
import { missedRoutes } from './knowledge/missed.routes.ts';
import { mikaLogs } from './logs.ts';
import { sceneGroups } from './scene/groups.ts';
import { overlapRoutes } from './scene/overlaps.ts';
import { scenes } from './scene/scenes.ts';
import { mikaSettings } from './setting.ts';
import { mikaClientRoutes } from './talk/client.routes.ts';
import { mikaUpkeep } from './upkeep.ts';
import { versionRoutes } from './version/version.routes.ts';

/** The assistant that turns a sentence into an answer, a call of an interface or a form. */
export const mikaModule: ServerModule = {
  name: 'mika',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: mikaPages,
  clientRoutes: mikaClientRoutes,
  logKinds: mikaLogs,
  tick: mikaUpkeep,
  catalogs: { zh_CN, en_US, ja_JP },
  demo: async () => (await import('./demo/mika-demo.ts')).mikaDemo,
  ...moduleParts(sceneGroups, scenes, mikaAnswers, mikaSynonyms, mikaSettings, {
    routes: [...overlapRoutes, ...missedRoutes, ...versionRoutes, ...testRoutes, ...sessionRoutes, ...historyRoutes],
    jobs: [historyJob],
    words: [mikaWords],
  }),
};
