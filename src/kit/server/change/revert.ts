import { sql } from 'kysely';
import { clock } from '#platform/clock.ts';
import type { Caller } from '../caller.ts';
import type { Db, Tx } from '../directory.ts';
import { notFound, notGranted } from '../refusal.ts';
import { applyEach } from './apply-each.ts';
import { callerOn } from './callers.ts';
import type { BatchOptions } from './journal.ts';
import type { Kind, OperationIssue } from './kind.ts';
import { assertKept } from './past.ts';
import { undoOf, type JournalLine, type Undo } from './undo.ts';
import { visible } from './visible.ts';

/** Target of a revert: a batch, or single lines of the journal. */
export type RevertTarget = { batchId: string } | { operationIds: readonly string[] };

/** The inverse of an object's lines, with what stands against it in words. */
export interface Reverting extends Undo {
  kind: Kind;
  usedBy: { kind: string; id: string; name: string }[];
  issues: OperationIssue[];
}

/** Lines beyond this many are undone by a job. */
export const revertAtOnce = 500;

/** Lines of a target that the caller may undo, the newest first, a page at a time. 10404 when single lines are not among them, 11085 when some are past their time, 65002 without the right. */
export async function linesOf(
  db: Db,
  caller: Caller,
  kinds: readonly Kind[],
  page: { target: RevertTarget; before?: string; limit: number },
): Promise<JournalLine[]> {
  const { target, before } = page;
  const lines = await db
    .selectFrom('change_operation')
    .leftJoin('change_reverted', 'change_reverted.operation_id', 'change_operation.id')
    .selectAll('change_operation')
    .select('change_reverted.reverted_by')
    .where(visible(caller, kinds))
    .$if('batchId' in target, (query) => query.where('batch_id', '=', 'batchId' in target ? target.batchId : ''))
    .$if('operationIds' in target, (query) =>
      query.where('change_operation.id', 'in', 'operationIds' in target ? [...target.operationIds] : []),
    )
    .$if(before !== undefined, (query) => query.where('change_operation.id', '<', before!))
    .orderBy('change_operation.id', 'desc')
    .limit(page.limit)
    .execute();
  const expected = 'operationIds' in target ? target.operationIds.length : 1;
  if (before === undefined) await assertKept(db, target);
  if (before === undefined && lines.length < Math.min(expected, page.limit)) throw notFound();
  const missing = kinds.find((kind) => !caller.can(kind.codes.revert) && lines.some((line) => line.kind === kind.kind));
  if (missing) throw notGranted(missing.codes.revert);
  return lines;
}

/** Works out the inverses of lines, newest objects first; with `lock` the objects are locked. */
export async function planRevert(tx: Tx, kinds: readonly Kind[], lines: readonly JournalLine[], lock: boolean): Promise<Reverting[]> {
  const byObject = Map.groupBy(lines, (line) => `${line.kind} ${line.object_id}`);
  const reverting: Reverting[] = [];
  for (const kind of kinds) {
    const own = [...byObject.values()].filter(([first]) => first?.kind === kind.kind);
    if (own.length === 0) continue;
    const states = await kind.read(
      tx,
      own.map(([first]) => first!.object_id),
      lock,
    );
    const undos = own.map((group) => ({ ...undoOf(kind, group, states.get(group[0]!.object_id)), kind, usedBy: [], issues: [] }));
    const returning = new Set(lines.flatMap((line) => (line.action === 'delete' ? [line.object_id] : [])));
    reverting.push(...(await withUsers(tx, kind, await revived(tx, undos, returning))));
  }
  // What came last goes first: an object is removed before the one it was put into.
  const place = new Map(lines.map((line, index) => [line.id, index]));
  return reverting.toSorted((left, right) => (place.get(left.lines[0]?.id ?? '') ?? 0) - (place.get(right.lines[0]?.id ?? '') ?? 0));
}

/** What comes back names nobody who is gone. */
async function revived(tx: Tx, undos: readonly Reverting[], returning: ReadonlySet<string>): Promise<Reverting[]> {
  const all: Reverting[] = [];
  for (const undo of undos) {
    const { kind, operation } = undo;
    const isBack = operation?.action === 'restore' && operation.after !== null && kind.revived !== undefined;
    all.push(isBack ? { ...undo, operation: { ...operation, after: await kind.revived!(tx, operation.after!, returning) } } : undo);
  }
  return all;
}

async function withUsers(tx: Tx, kind: Kind, undos: Reverting[]): Promise<Reverting[]> {
  const removals = undos.filter((undo) => undo.operation?.action === 'delete').map((undo) => undo.objectId);
  const users = removals.length > 0 ? await kind.usedBy?.(tx, removals) : undefined;
  return undos.map((undo) => {
    const usedBy = users?.get(undo.objectId) ?? [];
    return usedBy.length > 0 && undo.operation?.action === 'delete'
      ? { ...undo, usedBy, operation: undefined, conflict: { reason: 'inUse', fields: [] } }
      : undo;
  });
}

/** Undoes lines in the caller's transaction, as a batch of its own; what stands against it is left alone and answered. */
export async function revertLines(
  tx: Tx,
  caller: Caller,
  work: {
    kinds: readonly Kind[];
    lines: readonly JournalLine[];
    /** Some fields of the lines alone: these can still be undone afterwards. */
    inPart?: boolean;
  },
  options: BatchOptions,
): Promise<{ batchId: string | null; reverted: number; done: Reverting[]; conflicts: Reverting[]; all: Reverting[] }> {
  const all = await planRevert(tx, work.kinds, work.lines, true);
  const conflicts = all.filter((one) => one.conflict);
  const done = all.filter((one) => !one.operation && !one.conflict);
  // Runs of the same kind go together, in order.
  const ready = all.filter((one) => one.operation);
  for (let start = 0; start < ready.length;) {
    const { kind } = ready[start]!;
    const end = ready.findIndex((one, index) => index > start && one.kind !== kind);
    const run = ready.slice(start, end < 0 ? undefined : end);
    const each = await applyEach(
      tx,
      callerOn(caller, kind.codes.revert),
      { kind, operations: run.map((one) => one.operation!) },
      { ...options, source: 'revert' },
    );
    for (const index of each.done) done.push(run[index]!);
    for (const [index, issues] of each.refused) conflicts.push(refusedBy(run[index]!, issues));
    start += run.length;
  }
  const batchId = options.batchId ?? caller.batch();
  const written = done.filter((one) => one.operation);
  if (batchId !== null && written.length > 0 && !work.inPart)
    await markReverted(
      tx,
      batchId,
      done.filter((one) => !one.conflict).flatMap((one) => one.lines.map((line) => line.id)),
    );
  const against = new Map(conflicts.map((one) => [keyOf(one), one]));
  return {
    batchId: written.length > 0 ? batchId : null,
    reverted: written.length,
    done,
    conflicts,
    all: all.map((one) => against.get(keyOf(one)) ?? one),
  };
}

const keyOf = ({ kind, objectId }: Reverting): string => `${kind.kind} ${objectId}`;

/** An object that stays as it is, with the rules that say so. */
export function refusedBy(one: Reverting, issues: OperationIssue[]): Reverting {
  return { ...one, issues, conflict: { reason: 'refused', fields: issues.map((issue) => issue.path) } };
}

/** Notes that these lines were undone by a batch. */
export async function markReverted(tx: Tx, batchId: string, ids: readonly string[]): Promise<void> {
  await sql`insert into change_reverted (operation_id, reverted_by, at) select id, ${batchId}::uuid, ${clock.now()}::bigint from unnest(${ids}::uuid[]) as id on conflict do nothing`.execute(
    tx,
  );
}

/** Undoes a batch or single lines in the caller's transaction (at most 500 lines: more are a job's). */
export async function revert(
  tx: Tx,
  caller: Caller,
  kinds: readonly Kind[],
  request: { target: RevertTarget; reason?: string | null },
): Promise<{ batchId: string | null; reverted: number; conflicts: Reverting[] }> {
  const lines = await linesOf(tx, caller, kinds, { target: request.target, limit: revertAtOnce + 1 });
  return revertLines(
    tx,
    caller,
    { kinds, lines },
    { reason: request.reason ?? null, revertOf: 'batchId' in request.target ? request.target.batchId : null },
  );
}
