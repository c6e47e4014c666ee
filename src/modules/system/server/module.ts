import path from 'node:path';
import { resourceKind } from '#kit/server/access/resources/resource.kind.ts';
import { roleKind } from '#kit/server/access/role.kind.ts';
import { roleRoutes } from '#kit/server/access/role.routes.ts';
import { seedResources } from '#kit/server/access/resources/seed-resources.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { resourcePage, roleManage, sysRoleCodes, systemPages } from '../common/permissions.ts';
import { sharedEnumerations } from '../common/enumerations.ts';
import { sysRole } from '../common/role.contract.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { systemWords } from './audit-words.ts';
import { systemAreas } from './config-areas.ts';
import { enumsRoutes } from './enums.routes.ts';
import { holderRoutes } from './holder.routes.ts';
import { membershipEnds, watchMemberships } from './membership-ends.ts';
import { resourceExportJob } from './resource.export.job.ts';
import { resourceRoutes } from './resource.routes.ts';
import { rightsRoutes } from './role.routes.ts';
import { tokenRoutes } from './token.routes.ts';
import { systemRadar } from './system.radar.ts';

/** System roles in the change engine. */
const sysRoleKind = roleKind({
  area: 'sys',
  module: 'system',
  codes: { read: roleManage.code, revert: roleManage.button.update },
  buttons: sysRoleCodes,
});
/** The permission tree in the change engine. */
const sysResourceKind = resourceKind('system', { read: resourcePage.code, revert: resourcePage.button.update });

const holders = holderRoutes(sysRoleKind);

/** Who administers what, and how the permission tree looks. */
export const systemModule: ServerModule = {
  name: 'system',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: systemPages,
  routes: [
    ...roleRoutes(sysRole, sysRoleKind),
    ...rightsRoutes,
    ...holders.routes,
    ...tokenRoutes,
    ...resourceRoutes(sysResourceKind),
    ...enumsRoutes,
  ],
  jobs: [...holders.jobs, resourceExportJob],
  warningKinds: [membershipEnds],
  tick: watchMemberships,
  kinds: [sysRoleKind, sysResourceKind],
  demo: async () => (await import('./demo/system-demo.ts')).systemDemo,
  configAreas: systemAreas(sysRoleKind, sysResourceKind),
  words: [systemWords],
  enumerations: sharedEnumerations,
  radarKinds: systemRadar,
  catalogs: { zh_CN, en_US, ja_JP },
  start: seedResources,
};
