import { sql } from 'kysely';
import type { Reply } from '#kit/common/contract.ts';
import { roleModule, type RoleModule } from '#kit/server/role-module/role-module.ts';
import { everyoneRoleId, mamCrowds, mamDepartments, mamMembers, mamRole } from '../common/role.contract.ts';
import { appChannels } from '../common/widget-words.ts';
import { mamGifts } from './role.kind.ts';

const count = (codes: readonly string[] | undefined, sort: 'widget' | 'func'): number =>
  codes?.filter((one) => one.startsWith(`${sort}:`)).length ?? 0;

/** App roles with what they give, the one that everybody holds first. */
export const mamRoles: RoleModule<Reply<typeof mamRole.list>['list'][number], Reply<typeof mamRole.find>> = roleModule(mamRole, {
  gifts: mamGifts,
  view: (gift) => ({
    widgets: count(gift?.codes, 'widget'),
    functions: count(gift?.codes, 'func'),
    channels: appChannels.filter((one) => gift?.codes.includes(`channel:${one}`)),
  }),
  order: sql`role.id = ${everyoneRoleId}::uuid desc, lower(role.name), role.id`,
  files: [mamMembers, mamDepartments, mamCrowds],
});
