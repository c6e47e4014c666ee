import { sql } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import type { RevertView } from '#kit/common/change/journal.contract.ts';
import { assertRecycled, held, purge } from '#kit/server/change/recycle-bin.ts';
import { revertViews } from '#kit/server/change/revert.view.ts';
import type { Reverting } from '#kit/server/change/revert.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { assertCan, notFound, wrongState } from '#kit/server/refusal.ts';
import type { Tx } from '#kit/server/services.ts';
import * as contract from '../common/recycle.contract.ts';
import { readOne } from './recycle.detail.ts';
import { purgeCode, readDeleted, readKinds } from './recycle.query.ts';
import { couldRename, sameKeyOf } from './retry.ts';
import { goneOf, isReplaceable, parentsOf, type Parent } from './parents.ts';
import { restoreJob } from './restore.job.ts';
import { assertAny, deletionsOf, restoreObjects, type Restored } from './restore.ts';

const most = 200;

interface Tried extends Restored {
  /** Names of what could be united with what is refused. */
  mergeWith: string[];
}

class Taken extends Error {
  readonly found: Tried;
  constructor(found: Tried) {
    super('Taken back');
    this.found = found;
  }
}

/** Restores in a transaction that is rolled back. */
async function tryRestore(call: Call, request: Parameters<typeof restoreObjects>[3]): Promise<Tried> {
  try {
    return await call.db.transaction().execute(async (tx) => {
      await sql`select set_config('lock_timeout', '2s', true), set_config('statement_timeout', '10s', true)`.execute(tx);
      const found = await restoreObjects(tx, call.caller, call.services, request);
      const mergeWith = new Set<string>();
      for (const one of found.conflicts.slice(0, most)) {
        const sameKey = one.conflict?.reason === 'refused' ? await sameKeyOf(tx, call.caller, one) : undefined;
        if (sameKey) mergeWith.add(sameKey.name);
      }
      throw new Taken({ ...found, mergeWith: [...mergeWith] });
    });
  } catch (error) {
    if (error instanceof Taken) return error.found;
    throw error;
  }
}

/** The calls of the recycle bin. */
export const recycleRoutes: readonly BoundRoute[] = [
  handle(contract.recycleList, readDeleted),
  handle(contract.recycleKinds, (call) => readKinds(call)),
  handle(contract.recycleGet, (call, { id }) => readOne(call, id)),
  handle(contract.recycleRestorePreview, async (call, input) => {
    const all = await requested(call, input);
    const ids = all.slice(0, contract.restoredAtOnce);
    const { restored, conflicts, mergeWith } = await tryRestore(call, { ...input, ids });
    const parents = await missing(call, { ids, conflicts, restored, instead: input.instead });
    // Nobody takes the place of who only belonged to it.
    const hangs = JSON.stringify([conflicts.map(({ operation }) => operation?.after), input.instead]);
    const namespaceOf = (kind: string): string => call.services.kinds.find((one) => one.kind === kind)?.module ?? 'kit';
    const views = await revertViews(call, [...conflicts, ...restored].slice(0, most));
    return {
      list: views.map((view) => ({ ...view, namespace: namespaceOf(view.kind) })),
      restored: restored.length,
      conflicts: conflicts.length,
      total: all.length,
      job: all.length > contract.restoredAtOnce,
      parents: parents.map((parent) => ({
        ...parent,
        namespace: namespaceOf(parent.kind),
        replaceable: hangs.includes(parent.objectId) && isReplaceable(call.services.kinds.find((one) => one.kind === parent.kind)),
      })),
      suffixHelps: conflicts.some(couldRename),
      mergeWith,
    };
  }),
  handle(contract.recycleRestore, async (call, input) => {
    const ids = await requested(call, input);
    if (ids.length > contract.restoredAtOnce) return { restored: 0, conflicts: [], batchId: null, jobId: await begin(call, input, ids) };
    const done = await call.write(async (tx) => {
      const found = await restoreObjects(tx, call.caller, call.services, { ...input, ids });
      assertAny(call.services, call.caller, found);
      return { ...found, views: await conflictViews(call, found.conflicts) };
    });
    return { restored: done.restored.length, conflicts: done.views, batchId: done.batchId, jobId: null };
  }),
  handle(contract.recycleReplacements, async (call, { kind: name, text }) => {
    const kind = call.services.kinds.find((one) => one.kind === name);
    if (!kind?.search || !call.caller.can(kind.codes.revert)) return [];
    return call.db
      .transaction()
      .setAccessMode('read only')
      .execute((tx) => kind.search!(tx, text ?? ''));
  }),
  handle(contract.recyclePurge, async (call, { ids }) => ({
    count: await call.write(async (tx) => {
      await assertDeletable(tx, call, ids);
      return purge(tx, call.caller, call.services, ids);
    }),
  })),
  handle(contract.recycleHold, async (call, { ids, held: requested, reason }) => ({
    count: await call.write((tx) => hold(tx, call, { ids, requested, reason: reason?.trim() || null })),
  })),
];

type Requested = Parsed<typeof contract.recycleRestore>;

/** The deletions that are requested back; 10404 where a batch has none left. */
async function requested({ db, caller, services }: Call, { ids, batchId }: Pick<Requested, 'ids' | 'batchId'>): Promise<string[]> {
  const found = await deletionsOf(db, caller, services, { ids, batchId });
  if (found.length === 0) throw notFound();
  return found;
}

async function begin(call: Call, { ids, batchId, ...choices }: Requested, all: readonly string[]): Promise<string> {
  const { caller, services } = call;
  return call.write(async (tx) => {
    if (batchId !== undefined) caller.touch({ kind: 'batch', id: batchId, name: String(all.length) });
    const target = ids ? { ids } : { batchId: batchId ?? '' };
    return services.jobs.start(tx, caller, restoreJob, { ...choices, ...target, count: all.length });
  });
}

/** What these hang on and is not there: in the bin, or gone for good. */
async function missing(
  call: Call,
  request: { ids: readonly string[]; conflicts: readonly Reverting[]; restored: readonly Reverting[]; instead: Requested['instead'] },
): Promise<Parent[]> {
  const { db, caller, services } = call;
  const binned = await parentsOf(db, caller, services, request.ids);
  const gone = await db
    .transaction()
    .setAccessMode('read only')
    .execute((tx) => goneOf(tx, caller, services, request));
  return [...binned, ...gone.filter(({ objectId }) => !binned.some((one) => one.objectId === objectId))];
}

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
    if (needed !== undefined) assertCan(call.caller, needed);
  }
}

async function hold(tx: Tx, call: Call, request: { ids: readonly string[]; requested: boolean; reason: string | null }): Promise<number> {
  const { caller, services } = call;
  await assertRecycled(tx, caller, services, request.ids);
  const rows = await tx
    .selectFrom('change_operation')
    .select(['id', 'kind', 'object_id', 'object_name', 'path', held.as('held')])
    .where('id', 'in', [...request.ids])
    .execute();
  const changing = rows.filter((row) => row.held !== request.requested);
  for (const row of changing) caller.touch({ kind: row.kind, id: row.object_id, name: row.object_name, path: row.path });
  if (changing.length === 0) return 0;
  const ids = changing.map(({ id }) => id);
  if (!request.requested) await tx.deleteFrom('change_held').where('operation_id', 'in', ids).execute();
  else
    await tx
      .insertInto('change_held')
      .values(ids.map((id) => ({ operation_id: id, uid: caller.uid, at: services.now(), reason: request.reason })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return ids.length;
}
