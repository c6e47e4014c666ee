import type { Parsed } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import { switchObjects } from '#kit/server/change/switch-objects.ts';
import type { Tx } from '#kit/server/directory.ts';
import { departmentPaths } from '#modules/user-centre/server/public.ts'; // #scoped
import type { sampleThingAdd, sampleThingRemove, sampleThingUpdate } from '../common/sample-thing.contract.ts';
import { sampleThingKind } from './sample-thing.kind.ts';

/** Adds one. Refuses with 10411 (name, code) and 10910. */
export async function addSampleThing(tx: Tx, caller: Caller, input: Parsed<typeof sampleThingAdd>): Promise<{ id: string }> {
  const path = (await departmentPaths(tx, [input.departmentId])).get(input.departmentId) ?? null; // #scoped
  const fields = { ...input, enabled: true };
  const [id] = await createObjects(tx, caller, sampleThingKind, [{ name: input.name, path, fields }]); // #scoped
  // #unscoped const [id] = await createObjects(tx, caller, sampleThingKind, [{ name: input.name, path: null, fields }]);
  return { id: id! };
}

/** Changes the given fields. Refuses with 10409 when the version is an old one, 10411 (name, code) and 10910. */
export async function updateSampleThing(tx: Tx, caller: Caller, input: Parsed<typeof sampleThingUpdate>): Promise<void> {
  const { id, version, ...fields } = input;
  await changeObjects(tx, caller, sampleThingKind, [{ id, version, fields }]);
}

type Bulk = Parsed<typeof sampleThingRemove>;

/** Enables or disables; answers how many changed. */
export function switchSampleThings(tx: Tx, caller: Caller, { ids, reason }: Bulk, enabled: boolean): Promise<number> {
  const action = enabled ? 'enable' : 'disable';
  return switchObjects(tx, caller, sampleThingKind, { ids, action, field: 'enabled', value: enabled, reason });
}

/** Deletes; the journal keeps them whole for the way back. */
export function removeSampleThings(tx: Tx, caller: Caller, { ids, reason }: Bulk): Promise<number> {
  return removeObjects(tx, caller, sampleThingKind, ids, { reason: reason ?? null });
}
