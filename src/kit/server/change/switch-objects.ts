import type { Caller } from '../caller.ts';
import type { Tx } from '../directory.ts';
import { changeObjects } from './change-objects.ts';
import type { Json, Kind } from './kind.ts';

/** A bulk action that gives one field of many objects the same value. */
export interface Switch {
  readonly ids: readonly string[];
  readonly action: 'enable' | 'disable';
  readonly field: string;
  readonly value: Json;
  /** Why, in the words of the administrator. */
  readonly reason?: string | undefined;
}

/** Enables or disables objects of a kind, whatever their version; what is so already is left alone. Answers how many changed. Refuses as `changeObjects`. */
export async function switchObjects(tx: Tx, caller: Caller, kind: Kind, { ids, action, field, value, reason }: Switch): Promise<number> {
  const before = await kind.read(tx, ids, true);
  await changeObjects(
    tx,
    caller,
    kind,
    ids.map((id) => ({ id, version: null, fields: { [field]: value }, action })),
    { reason: reason ?? null },
  );
  return [...before.values()].filter((state) => state.fields[field] !== value).length;
}
