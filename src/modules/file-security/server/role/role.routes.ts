import { sql } from 'kysely';
import type { Reply } from '#kit/common/contract.ts';
import { memberFiles } from '#kit/server/access/member-files.ts';
import { findRole, roleData } from '#kit/server/access/role.query.ts';
import { holdingRoutes } from '#kit/server/access/role.routes.ts';
import { removeRoles } from '#kit/server/access/role.service.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import type { JobKind } from '#kit/server/services.ts';
import {
  deviceBindQuery,
  groupConfigQuery,
  groupConfigUpdate,
  mdmHolding,
  mdmMembers,
  mdmResources,
  mdmRole,
  mdmSaveResources,
  signUnlockQuery,
  unbindQuery,
} from '../../common/role.contract.ts';
import { functionGroups, riskyFunctions, type FileFunction } from '../../common/words.ts';
import { shownConfig } from './config.ts';
import { mdmRoleKind } from './role.kind.ts';
import { giftsOf, listMdmRoles, withGifts } from './role.query.ts';

const area = 'mdm';
const files = memberFiles(mdmMembers, mdmRoleKind);
const replaced = new Set(['list', 'find', 'delete'].map((name) => `role/${area}/${name}`));

/** What is read from and written to files. */
export const mdmRoleJobs: readonly JobKind<never, unknown>[] = files.jobs;

async function resources(call: Call, roleId: string): Promise<Reply<typeof mdmResources>> {
  const role = await roleData(call, area, roleId);
  const { rows } = await sql<{
    code: string;
    n: number;
  }>`select code, count(*) as n from mdm_role, unnest(functions) as code group by code`.execute(call.db);
  const held = new Map(rows.map(({ code, n }) => [code, Number(n)]));
  const word = (key: string): string => call.services.texts.text(call.caller.language, 'file-security', key);
  const groups = Object.entries(functionGroups) as [keyof typeof functionGroups, readonly FileFunction[]][];
  return {
    roleId: role.id,
    version: role.version,
    functions: (await giftsOf(call, [role.id])).get(role.id)?.functions ?? [],
    catalogue: groups.flatMap(([group, codes]) =>
      codes.map((code) => ({
        group,
        code,
        name: word(`function.${code}`),
        meaning: word(`function.${code}.means`),
        risk: riskyFunctions.includes(code),
        roles: held.get(code) ?? 0,
      })),
    ),
  };
}

/** Operations on roles of module mdm. */
export const mdmRoleRoutes: readonly BoundRoute[] = [
  ...holdingRoutes(mdmHolding, mdmRoleKind).filter(({ operation }) => !replaced.has(operation.path)),
  ...files.routes,
  handle(mdmRole.list, (call, input) => listMdmRoles(call, input)),
  handle(mdmRole.find, async (call, { roleId }) => (await withGifts(call, [await findRole(call, area, roleId)]))[0]!),
  handle(mdmRole.delete, (call, { ids }) =>
    call.write(async (tx) => ({ count: await removeRoles(tx, call.caller, { area, kind: mdmRoleKind }, ids) })),
  ),
  handle(mdmResources, (call, { roleId }) => resources(call, roleId)),
  handle(mdmSaveResources, (call, { roleId, version, functions }) =>
    call.write(async (tx) => {
      const [state] = await changeObjects(tx, call.caller, mdmRoleKind, [{ id: roleId, version, fields: { functions } }]);
      return { version: state!.version };
    }),
  ),
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
    const people = input.roleId === undefined ? 1 : (await withGifts(call, [await findRole(call, area, input.roleId)]))[0]!.people;
    return { ...shown, config: groups.bind ?? null, origins: shown.origins.filter(({ groupCode }) => groupCode === 'bind'), people };
  }),
  handle(groupConfigUpdate, (call, { roleId, version, groups: given }) =>
    call.write(async (tx) => {
      await roleData({ ...call, db: tx }, area, roleId);
      const before = (await giftsOf({ db: tx }, [roleId])).get(roleId)?.groups ?? {};
      const groups = Object.fromEntries(
        Object.entries({ ...before, ...given }).filter(([, group]) => group !== null && group !== undefined),
      ) as Fields;
      const [state] = await changeObjects(tx, call.caller, mdmRoleKind, [{ id: roleId, version, fields: { groups } }]);
      return { version: state!.version, groups: (await giftsOf({ db: tx }, [roleId])).get(roleId)?.groups ?? {} };
    }),
  ),
];
