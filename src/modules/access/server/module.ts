import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { accessPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { accessWords } from './audit-words.ts';
import { endOpenInterfaces } from './auth-end.ts';
import { databases, dubbos, saps, soaps } from './connections.ts';
import { globalParams } from './global-params.ts';
import { grantKind } from './grant.kind.ts';
import { grantRoutes } from './grants.ts';
import { interfaceCopyRoutes } from './interface.copy.ts';
import { interfaceRoutes } from './interface.routes.ts';
import { interfaces } from './interfaces.ts';
import { keyRoutes } from './keys.ts';
import { prefixes } from './prefixes.ts';
import { caseKinds, caseRoutes } from './cases.ts';
import { documentRoutes } from './document.ts';
import { draftSourceRoutes } from './draft-source.ts';
import { gatewaySettings } from './settings.ts';
import { usageRoutes } from './usage.ts';
import { systems } from './systems.ts';
import { transferRoutes } from './transfer.ts';

// Interfaces are no declared entity for the conformance tests: they are added by calls of their own.
const { entities: _entities, ...interfaceParts } = interfaces;

/** Access systems, connections, interfaces and their versions. */
export const accessModule: ServerModule = {
  name: 'access',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: accessPages,
  catalogs: { zh_CN, en_US, ja_JP },
  tick: endOpenInterfaces,
  demo: async () => (await import('./demo/access-demo.ts')).accessDemo,
  ...moduleParts(systems, prefixes, databases, soaps, saps, dubbos, globalParams, interfaceParts, gatewaySettings, {
    routes: [
      ...keyRoutes,
      ...grantRoutes,
      ...interfaceRoutes,
      ...interfaceCopyRoutes,
      ...transferRoutes,
      ...usageRoutes,
      ...caseRoutes,
      ...documentRoutes,
      ...draftSourceRoutes,
    ],
    kinds: [grantKind, ...caseKinds],
    words: [accessWords],
  }),
};
