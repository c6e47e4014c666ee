import type { Caller } from '#kit/server/caller.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { BatchOptions } from '#kit/server/change/journal.ts';
import type { Tx } from '#kit/server/services.ts';
import { employeeKind } from '../employee/employee.kind.ts';

/**
 * Keeps active people out until a moment at which they leave: as disabled, and nothing else is taken away. Others are left alone. Answers
 * how many. Refuses as disabling does (10910, 12027, 12131).
 */
export async function quarantinePeople(
  tx: Tx,
  caller: Caller,
  request: { ids: readonly string[]; until: number },
  options: BatchOptions = {},
): Promise<number> {
  const ids = await inState(tx, request.ids, 'active');
  const fields = { status: 'quarantined', quarantineEndsAt: request.until };
  await change(
    tx,
    caller,
    ids.map((id) => ({ id, version: null, fields, action: 'disable' as const })),
    options,
  );
  return ids.length;
}

/** Lets people in again who were quarantined, with everything that they had. Others are left alone. Answers how many. */
export async function restoreFromQuarantine(
  tx: Tx,
  caller: Caller,
  requested: readonly string[],
  options: BatchOptions = {},
): Promise<number> {
  const ids = await inState(tx, requested, 'quarantined');
  const fields = { status: 'active', quarantineEndsAt: null };
  await change(
    tx,
    caller,
    ids.map((id) => ({ id, version: null, fields, action: 'enable' as const })),
    options,
  );
  return ids.length;
}

async function inState(tx: Tx, ids: readonly string[], status: string): Promise<string[]> {
  const states = await employeeKind.read(tx, ids, true);
  return [...states.values()].filter(({ fields }) => fields['status'] === status).map(({ id }) => id);
}

async function change(tx: Tx, caller: Caller, changes: Parameters<typeof changeObjects>[3], options: BatchOptions): Promise<void> {
  if (changes.length > 0) await changeObjects(tx, caller, employeeKind, changes, options);
}
