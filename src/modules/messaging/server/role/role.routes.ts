import { sql } from 'kysely';
import type { Reply } from '#kit/common/contract.ts';
import type { RoleRow } from '#kit/common/role/role.schema.ts';
import { accessChanged } from '#kit/server/access/access-news.ts';
import { memberFiles } from '#kit/server/access/member-files.ts';
import { findRole, listRoles, roleData } from '#kit/server/access/role.query.ts';
import { holdingRoutes } from '#kit/server/access/role.routes.ts';
import { peopleInRange, type RoleCall } from '#kit/server/access/role.view.ts';
import type { ReviewedArea } from '#kit/server/access/reviewed-area.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import type { JobKind } from '#kit/server/services.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { explainAbilities } from './role.explain.ts';
import {
  limitsOfRole,
  messagingExplain,
  messagingMembers,
  messagingResources,
  messagingRole,
  messagingSaveResources,
} from '../../common/role.contract.ts';
import { functionGroups, riskyFunctions, type MessagingFunction } from '../../common/words.ts';
import { everyoneRoleId } from '../directory.ts';
import { messagingRoleKind } from './role.kind.ts';

const area = 'imm';
const files = memberFiles(messagingMembers, messagingRoleKind);
const replaced = new Set(['list', 'find'].map((name) => `role/${area}/${name}`));

/** What is read from and written to files. */
export const messagingRoleJobs: readonly JobKind<never, unknown>[] = files.jobs;

interface Given {
  functions: MessagingFunction[];
  limits: Record<string, number | null>;
}

async function givenOf(call: RoleCall, ids: readonly string[]): Promise<Map<string, Given>> {
  const { rows } = await sql<{ id: string } & Given>`select role_id as id, functions, limits from im_role
    where role_id = any(${[...ids]}::uuid[])`.execute(call.db);
  return new Map(rows.map(({ id, ...given }) => [id, given]));
}

const everybody = [{ kind: 'department' as const, id: rootDepartmentId, until: null }];

async function withGiven<R extends Pick<RoleRow, 'id' | 'name' | 'people'>>(call: RoleCall, roles: readonly R[]) {
  const given = await givenOf(
    call,
    roles.map(({ id }) => id),
  );
  const people = await peopleInRange(call, everybody);
  return roles.map((role) => {
    const builtIn = role.id === everyoneRoleId;
    return {
      ...role,
      ...(builtIn && { people, name: call.services.texts.text(call.caller.language, 'messaging', 'immRole.everyone') }),
      functions: given.get(role.id)?.functions.length ?? 0,
      builtIn,
    };
  });
}

const emptyLimits = { ownedGroups: null, groupMembers: null, historyDays: null };

async function resources(call: Call, roleId: string): Promise<Reply<typeof messagingResources>> {
  const role = await roleData(call, area, roleId);
  const given = (await givenOf(call, [roleId])).get(roleId);
  const word = (key: string): string => call.services.texts.text(call.caller.language, 'messaging', key);
  const groups = Object.entries(functionGroups) as [keyof typeof functionGroups, readonly MessagingFunction[]][];
  return {
    roleId: role.id,
    version: role.version,
    functions: given?.functions ?? [],
    limits: limitsOfRole.parse({ ...emptyLimits, ...given?.limits }),
    catalogue: groups.flatMap(([group, codes]) =>
      codes.map((code) => ({
        group,
        code,
        name: word(`function.${code}`),
        meaning: word(`function.${code}.means`),
        risk: riskyFunctions.includes(code),
      })),
    ),
  };
}

/** Operations on messaging roles. */
export const messagingRoleRoutes: readonly BoundRoute[] = [
  ...holdingRoutes(messagingRole, messagingRoleKind).filter(({ operation }) => !replaced.has(operation.path)),
  ...files.routes,
  handle(messagingRole.list, async (call, input) => {
    const { list, ...counted } = await listRoles(call, area, input);
    return { list: await withGiven(call, list), ...counted };
  }),
  handle(messagingRole.find, async (call, { roleId }) => (await withGiven(call, [await findRole(call, area, roleId)]))[0]!),
  handle(messagingExplain, explainAbilities),
  handle(messagingResources, (call, { roleId }) => resources(call, roleId)),
  handle(messagingSaveResources, (call, { roleId, version, functions, limits }) =>
    call.write(async (tx) => {
      const fields = { ...(functions && { functions }), ...(limits && { limits }) };
      const [state] = await changeObjects(tx, call.caller, messagingRoleKind, [{ id: roleId, version, fields }]);
      // Every process reads anew what people may do.
      await accessChanged(tx);
      return { version: state!.version };
    }),
  ),
];

/** Messaging roles in the review of rights: what their holders may do. */
export const messagingReview: ReviewedArea = {
  area,
  given: async (call, roleIds) => {
    const word = (key: string): string => call.services.texts.text(call.caller.language, 'messaging', key);
    return new Map(
      [...(await givenOf(call, roleIds))].map(([id, { functions }]) => [
        id,
        { range: '', gives: functions.map((code) => ({ code, name: word(`function.${code}`), dangerous: riskyFunctions.includes(code) })) },
      ]),
    );
  },
};
