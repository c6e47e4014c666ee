import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { sendStepsOf } from '#modules/messaging/server/public.ts';
import { groupPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { groupWords } from './audit-words.ts';
import { groupRoutes } from './group.routes.ts';
import { groupTypes } from './group-type.ts';
import { groups } from './group.ts';
import { following } from './members/follow.ts';
import { ownedGroups } from './owned.holdings.ts';
import { helperApplyJob, helperRoutes } from './helpers.ts';
import { memberFileJobs, memberFileRoutes } from './members/member-files.ts';
import { memberRoutes } from './members/member.routes.ts';
import { groupStep, tellFacts } from './rule.ts';
import { groupClientRoutes } from './terminal/client.routes.ts';
import { typeRoutes } from './type.routes.ts';

const { add: _add, restore: _restore, ...groupVerbs } = groups.routes;

/** Groups of people who write to each other, and their types. */
export const groupsModule: ServerModule = {
  name: 'groups',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: groupPages,
  demo: async () => (await import('./demo/groups-demo.ts')).groupsDemo,
  clientRoutes: groupClientRoutes,
  start: async (services) => {
    sendStepsOf(services).add(groupStep);
    tellFacts(services);
  },
  work: following,
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts(
    groupTypes,
    { ...groups, routes: groupVerbs },
    {
      routes: [...groupRoutes, ...memberRoutes, ...memberFileRoutes, ...typeRoutes, ...helperRoutes],
      jobs: [helperApplyJob, ...memberFileJobs],
      words: [groupWords],
      holdings: [ownedGroups],
    },
  ),
};
