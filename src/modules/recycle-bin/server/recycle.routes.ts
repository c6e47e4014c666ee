import { sql } from 'kysely';
import type { RevertView } from '#kit/common/change/journal.contract.ts';
import { assertRecycled, held, purge } from '#kit/server/change/recycle-bin.ts';
import { revertViews } from '#kit/server/change/revert.view.ts';
import type { Reverting } from '#kit/server/change/revert.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { wrongState } from '#kit/server/refusal.ts';
import type { Tx } from '#kit/server/services.ts';
import * as contract from '../common/recycle.contract.ts';
import { purgeCode, readDeleted } from './recycle.query.ts';
import { assertAny, couldRename, lacking, parentsOf, restoreObjects, type Restored } from './restore.ts';

const most = 200;

class Taken extends Error {
  readonly found: Restored;
  constructor(found: Restored) {
    super('Taken back');
    this.found = found;
  }
}

/** Restores in a transaction that is rolled back. */
async function tryRestore(call: Call, wish: Parameters<typeof restoreObjects>[3]): Promise<Restored> {
  try {
    return await call.db.transaction().execute(async (tx) => {
      await sql`select set_config('lock_timeout', '2s', true), set_config('statement_timeout', '10s', true)`.execute(tx);
      throw new Taken(await restoreObjects(tx, call.caller, call.services, wish));
    });
  } catch (error) {
    if (error instanceof Taken) return error.found;
    throw error;
  }
}

/** The calls of the recycle bin. */
export const recycleRoutes: readonly BoundRoute[] = [
  handle(contract.recycleList, readDeleted),
  handle(contract.recycleRestorePreview, async (call, input) => {
    const { restored, conflicts } = await tryRestore(call, input);
    const parents = await parentsOf(call.db, call.caller, call.services, input.ids);
    const namespaceOf = (kind: string): string => call.services.kinds.find((one) => one.kind === kind)?.module ?? 'kit';
    const views = await revertViews(call, [...conflicts, ...restored].slice(0, most));
    return {
      list: views.map((view) => ({ ...view, namespace: namespaceOf(view.kind) })),
      restored: restored.length,
      conflicts: conflicts.length,
      parents: parents.map(({ id, kind, name }) => ({ id, kind, name, namespace: namespaceOf(kind) })),
      suffixHelps: conflicts.some(couldRename),
    };
  }),
  handle(contract.recycleRestore, async (call, input) => {
    const done = await call.write(async (tx) => {
      const found = await restoreObjects(tx, call.caller, call.services, input);
      assertAny(call.services, call.caller, found);
      return { ...found, views: await conflictViews(call, found.conflicts) };
    });
    return { restored: done.restored.length, conflicts: done.views, batchId: done.batchId };
  }),
  handle(contract.recyclePurge, async (call, { ids }) => ({
    count: await call.write(async (tx) => {
      await assertDeletable(tx, call, ids);
      return purge(tx, call.caller, call.services, ids);
    }),
  })),
  handle(contract.recycleHold, async (call, { ids, held: wished, reason }) => ({
    count: await call.write((tx) => hold(tx, call, { ids, wished, reason: reason?.trim() || null })),
  })),
];

const conflictViews = (call: Call, conflicts: readonly Reverting[]): Promise<RevertView[]> => revertViews(call, conflicts.slice(0, most));

/** The kind's own right to delete, and nothing that is held. */
async function assertDeletable(tx: Tx, call: Call, ids: readonly string[]): Promise<void> {
  await assertRecycled(tx, call.caller, call.services, ids);
  const rows = await tx
    .selectFrom('change_operation')
    .select(['kind', held.as('held')])
    .where('id', 'in', [...ids])
    .execute();
  if (rows.some((row) => row.held)) throw wrongState('held');
  for (const name of new Set(rows.map(({ kind }) => kind))) {
    const kind = call.services.kinds.find((one) => one.kind === name);
    const needed = kind && purgeCode(call.services, kind);
    if (needed !== undefined && !call.caller.can(needed)) throw lacking(needed);
  }
}

async function hold(tx: Tx, call: Call, wish: { ids: readonly string[]; wished: boolean; reason: string | null }): Promise<number> {
  const { caller, services } = call;
  await assertRecycled(tx, caller, services, wish.ids);
  const rows = await tx
    .selectFrom('change_operation')
    .select(['id', 'kind', 'object_id', 'object_name', 'path', held.as('held')])
    .where('id', 'in', [...wish.ids])
    .execute();
  const changing = rows.filter((row) => row.held !== wish.wished);
  for (const row of changing) caller.touch({ kind: row.kind, id: row.object_id, name: row.object_name, path: row.path });
  if (changing.length === 0) return 0;
  const ids = changing.map(({ id }) => id);
  if (!wish.wished) await tx.deleteFrom('change_held').where('operation_id', 'in', ids).execute();
  else
    await tx
      .insertInto('change_held')
      .values(ids.map((id) => ({ operation_id: id, uid: caller.uid, at: services.now(), reason: wish.reason })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return ids.length;
}
