import type { Parsed } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { switchObjects } from '#kit/server/change/switch-objects.ts';
import type { Tx } from '#kit/server/directory.ts';
import { outOfRange } from '#kit/server/refusal.ts';
import { departmentPaths } from '#modules/people/server/public.ts';
import type { memberLimitAdd, memberLimitRemove, memberLimitUpdate } from '../common/member-limit.contract.ts';
import { memberLimitKind } from './member-limit.kind.ts';
import { nextPriority, reorder } from './priority.ts';

/** Adds one behind all others. Refuses with 10411 (name) and 10910. */
export async function addMemberLimit(tx: Tx, caller: Caller, input: Parsed<typeof memberLimitAdd>): Promise<{ id: string }> {
  const path = (await departmentPaths(tx, [input.ownerDeptId])).get(input.ownerDeptId) ?? null;
  const fields: Fields = { ...input, priority: await nextPriority(tx, 'member_limit') };
  const [id] = await createObjects(tx, caller, memberLimitKind, [{ name: input.name, path, fields }]);
  return { id: id! };
}

/** Changes the given fields. Refuses with 10409, 10411 (name) and 10910. */
export async function updateMemberLimit(tx: Tx, caller: Caller, input: Parsed<typeof memberLimitUpdate>): Promise<void> {
  const { id, version, ...rest } = input;
  const fields: Record<string, unknown> = rest;
  await changeObjects(tx, caller, memberLimitKind, [{ id, version, fields: fields as Fields }]);
}

type Bulk = Parsed<typeof memberLimitRemove>;

/** Enables or disables; answers how many changed. */
export function switchMemberLimits(tx: Tx, caller: Caller, { ids, reason }: Bulk, enabled: boolean): Promise<number> {
  return switchObjects(tx, caller, memberLimitKind, {
    ids,
    action: enabled ? 'enable' : 'disable',
    field: 'enabled',
    value: enabled,
    reason,
  });
}

/** Deletes; the journal keeps them whole for the way back. */
export function removeMemberLimits(tx: Tx, caller: Caller, { ids, reason }: Bulk): Promise<number> {
  return removeObjects(tx, caller, memberLimitKind, ids, { reason: reason ?? null });
}

/** Puts these in this order: who sees a part alone can't say which comes before the others. */
export async function reorderMemberLimits(tx: Tx, caller: Caller, ids: readonly string[]): Promise<number> {
  if (!caller.scope().all) throw outOfRange();
  return reorder(tx, caller, { kind: memberLimitKind, table: 'member_limit' }, ids);
}
