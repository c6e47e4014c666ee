import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { addressGroupPage } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { ipCheckRoute, ipDetailRoutes, ipDetails } from './ip-details.ts';
import { ipGroupRoutes, ipGroups } from './ip-groups.ts';

/** Named groups of addresses, by which rules of several areas say from where. */
export const addressGroupsModule: ServerModule = {
  name: 'address-groups',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: [addressGroupPage],
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts(
    ipGroups,
    { ...ipDetails, routes: { ...ipDetails.routes, ...ipDetailRoutes } },
    { routes: [...ipGroupRoutes, ipCheckRoute] },
  ),
};
