import type { Parsed } from '#kit/common/contract.ts';
import type { RoleContract } from '#kit/common/role/role.contract.ts';
import type { MemberKind } from '#kit/common/role/role-range.ts';
import type { RoleDraft } from '#kit/common/role/role.schema.ts';
import { clock } from '#platform/clock.ts';
import type { Caller } from '../caller.ts';
import { changeObjects, createObjects, removeObjects } from '../change/change-objects.ts';
import type { Fields, Kind } from '../change/kind.ts';
import type { Tx } from '../directory.ts';
import { InvalidInput, outOfRange, Refusal } from '../refusal.ts';
import { anyOutside } from './reach.ts';
import { ownerPath, seenState } from './role.owner.ts';
import { emptyRole, memberKey, stateOf, type RoleMember } from './role.state.ts';

/** A role may have so many rows of members; more people come by departments and crowds. */
const mostMembers = 10_000;

/** The kind of an area's roles with the area's name. */
export interface RoleArea {
  readonly area: string;
  readonly kind: Kind;
}

/** Adds a role that gives nothing to nobody yet. */
export async function addRole(tx: Tx, caller: Caller, { area, kind }: RoleArea, draft: RoleDraft): Promise<{ roleId: string }> {
  const fields: Fields = { ...emptyRole, ...draft, members: [], module: area };
  const [roleId] = await createObjects(tx, caller, kind, [{ name: draft.name, path: await ownerPath(tx, fields), fields }]);
  return { roleId: roleId! };
}

/** Changes fields of a role. */
export async function updateRole(tx: Tx, caller: Caller, { kind }: RoleArea, input: Parsed<RoleContract['update']>): Promise<void> {
  const { roleId, version, ...fields } = input;
  const requested: Fields = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) requested[name] = value;
  await changeObjects(tx, caller, kind, [{ id: roleId, version, fields: requested }]);
}

/** A new role with the resources and the range of another; the super administrator's can't be copied: it grants whatever there is. */
export async function copyRole(
  tx: Tx,
  caller: Caller,
  { area, kind }: RoleArea,
  input: Parsed<RoleContract['copy']>,
): Promise<{ roleId: string }> {
  const { name, code: roleCode } = input;
  const state = seenState(caller, (await kind.read(tx, [input.roleId], false)).get(input.roleId));
  const preset = await tx.selectFrom('role').select('preset').where('id', '=', input.roleId).executeTakeFirst();
  if (preset?.preset === 'super') throw new Refusal(11001);
  const fields: Fields = { ...state.fields, module: area, name, code: roleCode, members: [], exclusiveWith: [], enabled: true };
  const [roleId] = await createObjects(tx, caller, kind, [{ name, path: state.path, fields }]);
  return { roleId: roleId! };
}

/** Deletes roles. */
export async function removeRoles(tx: Tx, caller: Caller, { kind }: RoleArea, ids: readonly string[]): Promise<number> {
  return removeObjects(tx, caller, kind, ids);
}

/** Enables or disables roles; answers how many changed. */
export async function switchRoles(
  tx: Tx,
  caller: Caller,
  { kind }: RoleArea,
  { ids, enabled }: { ids: readonly string[]; enabled: boolean },
): Promise<number> {
  const before = await kind.read(tx, ids, true);
  const action = enabled ? 'enable' : 'disable';
  await changeObjects(
    tx,
    caller,
    kind,
    ids.map((id) => ({ id, version: null, fields: { enabled }, action })),
  );
  return [...before.values()].filter((state) => state.fields['enabled'] !== enabled).length;
}

/** Gives a role to people, departments or crowds; who holds it in the same way already gets the new end. Answers how many rows changed. */
export async function assignMembers(
  tx: Tx,
  caller: Caller,
  area: RoleArea,
  input: { roleId: string; kind: MemberKind; ids: readonly string[]; until: number | null },
): Promise<number> {
  if (input.until !== null && input.until <= clock.now())
    throw new InvalidInput([{ path: 'until', namespace: 'kit', key: 'role.untilPast' }]);
  const added = input.ids.map((id): RoleMember => ({ kind: input.kind, id, until: input.until }));
  // Also who is a member already: the answer tells nothing of anybody out of range.
  if (await anyOutside(tx, caller.scope(), added)) throw outOfRange();
  return changeMembers(tx, caller, area, {
    roleId: input.roleId,
    change: (members) => [...new Map([...members, ...added].map((one) => [memberKey(one), one])).values()],
  });
}

/** Takes members out of a role; answers how many were in it. */
export async function removeMembers(
  tx: Tx,
  caller: Caller,
  area: RoleArea,
  input: { roleId: string; kind: MemberKind; ids: readonly string[] },
): Promise<number> {
  // Also who is no member.
  const named = input.ids.map((id) => ({ kind: input.kind, id }));
  if (await anyOutside(tx, caller.scope(), named)) throw outOfRange();
  return changeMembers(tx, caller, area, {
    roleId: input.roleId,
    change: (members) => members.filter(({ kind, id }) => kind !== input.kind || !input.ids.includes(id)),
  });
}

async function changeMembers(
  tx: Tx,
  caller: Caller,
  { kind }: RoleArea,
  { roleId, change }: { roleId: string; change: (members: RoleMember[]) => RoleMember[] },
): Promise<number> {
  // Locked before it is read: two calls that add members to one role at once both keep theirs.
  const before = stateOf(seenState(caller, (await kind.read(tx, [roleId], true)).get(roleId)).fields).members;
  const after = change(before).toSorted((one, other) => (memberKey(one) < memberKey(other) ? -1 : 1));
  if (after.length > mostMembers)
    throw new InvalidInput([{ path: 'ids', namespace: 'kit', key: 'role.tooManyMembers', params: { maximum: mostMembers } }]);
  await changeObjects(tx, caller, kind, [{ id: roleId, version: null, fields: { members: after } }]);
  const keyOf = (one: RoleMember): string => `${memberKey(one)} ${one.until ?? ''}`;
  const [old, now] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
  return Math.max(after.filter((one) => !old.has(keyOf(one))).length, before.filter((one) => !now.has(keyOf(one))).length);
}

/** Sets the resource codes or the range of a role; answers its new version. */
export async function saveAuthority(
  tx: Tx,
  caller: Caller,
  { kind }: RoleArea,
  input: { roleId: string; version: number; fields: Authority },
): Promise<{ version: number }> {
  const [state] = await changeObjects(tx, caller, kind, [{ id: input.roleId, version: input.version, fields: authorityOf(input.fields) }]);
  return { version: state!.version };
}

type Authority = { grants: string[] } | { range: { kind: string; departmentIds: string[] } };

/** Only a chosen range names departments. */
function authorityOf(fields: Authority): Fields {
  if ('grants' in fields) return { grants: fields.grants };
  const { kind, departmentIds } = fields.range;
  return { range: { kind, departmentIds: kind === 'chosen' ? departmentIds : [] } };
}
