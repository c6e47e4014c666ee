import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { publicAccountPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { accountRoutes, impactRoutes } from './account.routes.ts';
import { accountKind, accounts } from './accounts.ts';
import { audienceFileRoutes, audienceJobs } from './audience/audience-files.ts';
import { audienceKinds } from './audience/audience.kind.ts';
import { audienceRoutes } from './audience/audience.routes.ts';
import { audienceCrowdUses, audienceDepartmentUses, audienceHoldings } from './audience/audience.uses.ts';
import { accountWords } from './audit-words.ts';
import { logoRoleRoutes, logoRoles, logoRoleVerbs } from './logos/logo-roles.ts';
import { logoRoutes, logos } from './logos/logos.ts';
import { memberHoldings } from './members/member.holdings.ts';
import { memberKind } from './members/member.kind.ts';
import { memberRoutes } from './members/member.routes.ts';
import { mineRoutes } from './mine.ts';
import { mpmSettings } from './settings.ts';
import { accountClientRoutes } from './terminal/client.routes.ts';

/** Public accounts: who works for them, who may follow, and what happened in them. */
export const publicAccountsModule: ServerModule = {
  name: 'public-accounts',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: publicAccountPages,
  clientRoutes: accountClientRoutes,
  demo: async () => (await import('./demo/accounts-demo.ts')).accountsDemo,
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts(
    { ...accounts, routes: accountRoutes, kinds: [accountKind] },
    { ...logos, routes: logoRoutes },
    { ...logoRoles, routes: logoRoleVerbs },
    mpmSettings,
    {
      routes: [...mineRoutes, ...impactRoutes, ...memberRoutes, ...audienceRoutes, ...audienceFileRoutes, ...logoRoleRoutes],
      kinds: [memberKind, ...Object.values(audienceKinds)],
      jobs: audienceJobs,
      words: [accountWords],
      departmentUses: audienceDepartmentUses,
      crowdUses: audienceCrowdUses,
      holdings: [...memberHoldings, ...audienceHoldings],
    },
  ),
};
