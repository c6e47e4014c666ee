import { moduleParts, type ModulePart } from '#kit/server/crud/module-parts.ts';
import { inTurn } from '#kit/server/per-product.ts';
import { mailAuthorizedPage } from '../../common/permissions.ts';
import { mailAccounts } from './accounts.ts';
import { boxWords } from './audit-words.ts';
import { mailAuths } from './auths.ts';
import { accountRoutes, authRoutes, boxRoutes } from './box.routes.ts';
import { discoverJob } from './discover.job.ts';
import { mailHoldings } from './holdings.ts';
import { serverUpkeep } from './look.ts';
import { mailMembers } from './members.ts';
import { noticeUpkeep } from './notices.ts';
import { mailServers } from './servers.ts';
import { mailSettings } from './setting.ts';
import { quieting } from './warnings.ts';

/** Everything that the console decides about boxes, as a part of the module. */
export const boxParts: ModulePart = moduleParts(
  {
    ...mailServers,
    routes: { ...mailServers.routes, disable: quieting(mailServers.routes.disable), delete: quieting(mailServers.routes.delete) },
  },
  { ...mailAccounts, routes: accountRoutes, holdings: [] },
  { ...mailMembers, holdings: [] },
  {
    ...mailAuths,
    routes: authRoutes,
    holdings: [],
    // Grants are the second view of their page.
    radarKinds: mailAuths.radarKinds.map((kind) => ({
      ...kind,
      link: ({ objectId }: { readonly objectId: string }) => `${mailAuthorizedPage.route ?? ''}?tab=mailbox&id=${objectId}`,
    })),
  },
  mailSettings,
  { routes: boxRoutes, jobs: [discoverJob], words: [boxWords], holdings: mailHoldings },
);

/** Upkeep of boxes: owners are told, servers are looked at. */
export const boxTick = inTurn(noticeUpkeep, serverUpkeep);
