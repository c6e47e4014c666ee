import { dateText } from '#kit/common/date-text.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { BatchOptions } from '#kit/server/change/journal.ts';
import { eraseKept } from '#kit/server/change/kept.ts';
import type { Operation } from '#kit/server/change/kind.ts';
import { assertRecycled, recyclable } from '#kit/server/change/recycle-bin.ts';
import { linesOf, markReverted, revertLines, type Reverting } from '#kit/server/change/revert.ts';
import { visible } from '#kit/server/change/visible.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { retryRestore } from './retry.ts';
import { assertInstead, parentsOf, type Instead } from './parents.ts';

/** What to do with what stands in the way. */
export interface Choices {
  suffix: boolean;
  merge: boolean;
  parents: boolean;
  instead: readonly Instead[];
}

/** What is requested back: deletions. */
export interface RestoreRequest extends Choices {
  ids: readonly string[];
  /** The batch that it is written into, and what was united in it before: a job goes in pieces. */
  piece?: { batchId: string; by: Map<string, string> };
}

/** What came back, and what could not. */
export interface Restored {
  restored: Reverting[];
  conflicts: Reverting[];
  batchId: string | null;
}

/** Brings deleted objects back in the caller's transaction: what they hang on first, then they themselves. */
export async function restoreObjects(tx: Tx, caller: Caller, services: Services, request: RestoreRequest): Promise<Restored> {
  await assertNotPurged(tx, services, caller, request.ids);
  await assertInstead(tx, caller, services, request.instead);
  const parents = request.parents ? (await parentsOf(tx, caller, services, request.ids)).flatMap(({ id }) => id ?? []) : [];
  const ids = [...new Set([...request.ids, ...parents])];
  await assertRecycled(tx, caller, services, ids);
  const lines = await linesOf(tx, caller, services.kinds, { target: { operationIds: ids }, limit: ids.length });
  const options: BatchOptions = { reason: null, ...(request.piece && { batchId: request.piece.batchId }) };
  const first = await revertLines(tx, caller, { kinds: services.kinds, lines }, options);
  const by = request.piece?.by ?? new Map<string, string>();
  for (const { id, to } of request.instead) by.set(id, to);
  const { done, left } = await retryRestore(tx, caller, first.conflicts, { ...request, by, options });
  const batchId = options.batchId ?? caller.batch();
  if (batchId !== null && done.length > 0)
    await markReverted(
      tx,
      batchId,
      done.flatMap((one) => one.lines.map(({ id }) => id)),
    );
  // What was united does not come back itself: nothing more is kept of it.
  const united = done.filter(({ operation }) => operation?.action === 'change');
  await eraseKept(
    tx,
    united.map(({ kind, objectId }) => ({ kind: kind.kind, object_id: objectId })),
  );
  const failed = new Set(left.map(({ objectId }) => objectId));
  const all = lines.filter((line) => !failed.has(line.object_id));
  if (all.length > 0)
    await tx
      .deleteFrom('change_held')
      .where(
        'operation_id',
        'in',
        all.map(({ id }) => id),
      )
      .execute();
  return {
    restored: all.map((line) => {
      const isIt = (one: Reverting): boolean => one.objectId === line.object_id;
      return done.find(isIt) ?? first.done.find(isIt) ?? plain(services, line);
    }),
    conflicts: left,
    batchId,
  };
}

function plain(services: Pick<Services, 'kinds'>, line: Awaited<ReturnType<typeof linesOf>>[number]): Reverting {
  const kind = services.kinds.find((one) => one.kind === line.kind)!;
  const operation: Operation = {
    action: 'restore',
    id: line.object_id,
    name: line.object_name,
    path: line.path,
    before: null,
    after: line.before,
    version: line.version_before,
  };
  return { kind, objectId: line.object_id, name: line.object_name, lines: [line], operation, conflict: undefined, usedBy: [], issues: [] };
}

/** The deletions of a request, the newest first: those that are named, or what is left in the bin of all that a batch deleted. */
export async function deletionsOf(
  db: Db,
  caller: Caller,
  services: Pick<Services, 'kinds' | 'now'>,
  target: { ids?: readonly string[] | undefined; batchId?: string | undefined; left?: true },
): Promise<string[]> {
  if (target.ids !== undefined && !target.left) return [...target.ids].toSorted().toReversed();
  const rows = await db
    .selectFrom('change_operation')
    .select('id')
    .$if(target.batchId !== undefined, (query) => query.where('batch_id', '=', target.batchId!))
    .$if(target.ids !== undefined, (query) => query.where('id', 'in', [...target.ids!]))
    .where(visible(caller, services.kinds, 'revert'))
    .where(recyclable(services.now()))
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}

async function assertNotPurged(db: Db, services: Pick<Services, 'kinds'>, caller: Caller, ids: readonly string[]): Promise<void> {
  const purged = await db
    .selectFrom('change_purged')
    .innerJoin('change_operation', 'change_operation.id', 'change_purged.operation_id')
    .select('change_purged.at')
    .where('operation_id', 'in', [...ids])
    .where(visible(caller, services.kinds))
    .executeTakeFirst();
  if (!purged) return;
  const date = dateText(purged.at, caller.language);
  throw new Refusal(11091, { date }, { at: purged.at });
}

/** 11090 where nothing came back, with the first reason. */
export function assertAny(services: Services, caller: Caller, { restored, conflicts }: Restored): void {
  const [first] = conflicts;
  if (restored.length > 0 || !first) return;
  throw new Refusal(11090, { reason: reasonOf(services, caller, first) });
}

function reasonOf(services: Pick<Services, 'texts'>, caller: Caller, { conflict, issues, usedBy }: Reverting): string {
  const messages = issues.map(({ namespace, key, params }) => services.texts.text(caller.language, namespace, key, params)).join(' ');
  return services.texts.text(caller.language, 'kit', `history.conflict.${conflict?.reason ?? 'refused'}`, {
    fields: (conflict?.fields ?? []).join(', '),
    names: usedBy.map(({ name }) => name).join(', '),
    messages,
  });
}
