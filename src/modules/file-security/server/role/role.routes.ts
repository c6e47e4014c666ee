import { sql } from 'kysely';
import type { Reply } from '#kit/common/contract.ts';
import { functionsOf, roleModule, saveGift, type RoleModule } from '#kit/server/role-module/role-module.ts';
import { roleData } from '#kit/server/access/role.query.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import {
  deviceBindQuery,
  groupConfigQuery,
  groupConfigUpdate,
  mdmMembers,
  mdmResources,
  mdmRole,
  mdmSaveResources,
  signUnlockQuery,
  unbindQuery,
} from '../../common/role.contract.ts';
import { configGroups, fileWords } from '../../common/words.ts';
import { everyoneRoleId } from '../directory.ts';
import { shownConfig } from './config.ts';
import { mdmGifts } from './role.kind.ts';

async function resources(call: Call, roleId: string): Promise<Reply<typeof mdmResources>> {
  const { shown } = await functionsOf(call, mdmGifts, fileWords, roleId);
  const { rows } = await sql<{
    code: string;
    n: number;
  }>`select code, count(*) as n from mdm_role, unnest(functions) as code group by code`.execute(call.db);
  const held = new Map(rows.map(({ code, n }) => [code, Number(n)]));
  return { ...shown, catalogue: shown.catalogue.map((one) => ({ ...one, roles: held.get(one.code) ?? 0 })) };
}

const own: readonly BoundRoute[] = [
  handle(mdmResources, (call, { roleId }) => resources(call, roleId)),
  handle(mdmSaveResources, (call, { roleId, version, functions }) => saveGift(call, mdmGifts, { roleId, version, gift: { functions } })),
  handle(groupConfigQuery, (call, input) => shownConfig(call, input)),
  handle(signUnlockQuery, async (call, input) => {
    const { groups, ...shown } = await shownConfig(call, input);
    return { ...shown, config: groups.signUnlock ?? null, origins: shown.origins.filter(({ groupCode }) => groupCode === 'signUnlock') };
  }),
  handle(unbindQuery, async (call, input) => {
    const { groups, ...shown } = await shownConfig(call, input);
    return { ...shown, config: groups.unbind ?? null, origins: shown.origins.filter(({ groupCode }) => groupCode === 'unbind') };
  }),
  handle(deviceBindQuery, async (call, input) => {
    const { groups, ...shown } = await shownConfig(call, input);
    const people = input.roleId === undefined ? 1 : (await mdmRoles.find(call, input.roleId)).people;
    return { ...shown, config: groups.bind ?? null, origins: shown.origins.filter(({ groupCode }) => groupCode === 'bind'), people };
  }),
  handle(groupConfigUpdate, (call, { roleId, version, groups: given }) =>
    call.write(async (tx) => {
      await roleData({ ...call, db: tx }, mdmGifts.area, roleId);
      const before = (await mdmGifts.giftsOf(tx, [roleId])).get(roleId)?.groups ?? {};
      const groups = Object.fromEntries(
        Object.entries({ ...before, ...given }).filter(([, group]) => group !== null && group !== undefined),
      ) as Fields;
      const [state] = await changeObjects(tx, call.caller, mdmGifts.kind, [{ id: roleId, version, fields: { groups } }]);
      return { version: state!.version, groups: (await mdmGifts.giftsOf(tx, [roleId])).get(roleId)?.groups ?? {} };
    }),
  ),
];

/** Roles of module mdm: their routes and jobs. */
export const mdmRoles: RoleModule<Reply<typeof mdmRole.list>['list'][number], Reply<typeof mdmRole.find>> = roleModule(mdmRole, {
  gifts: mdmGifts,
  view: (gift) => ({
    functions: gift?.functions.length ?? 0,
    groups: configGroups.filter((one) => gift?.groups[one] !== undefined),
  }),
  order: sql`role.id = ${everyoneRoleId}::uuid, lower(role.name), role.id`,
  files: [mdmMembers],
  own,
});
