import { sql } from 'kysely';
import { clock } from '#platform/clock.ts';
import { manyRowsStatements } from '#platform/database/many-rows.ts';
import type { Caller } from '../caller.ts';
import type { Tx } from '../directory.ts';
import { newId } from '../ids.ts';
import './change.table.ts';
import type { BatchSource } from './change.table.ts';
import { journaled } from './fields.ts';
import type { Action, Fields, Kind, Operation } from './kind.ts';
import { assertUnmanaged } from './managed.ts';
import './plan/plan.table.ts';

/** Options of a batch. */
export interface BatchOptions {
  /** Why, in the words of the administrator. */
  reason?: string | null;
  /** `form` for one object and `bulk` for several unless said. */
  source?: BatchSource;
  /** Adds to this batch, so that the transactions of one plan are one batch. */
  batchId?: string;
  /** The batch that this one undoes. */
  revertOf?: string | null;
}

/** Rows of one statement. */
export const chunkSize = 1000;

/** The batch a transaction writes into: all operations of a call belong together. */
const batches = new WeakMap<Tx, { id: string; seq: number }>();

/** The plan's line that an operation was read from, untouched: what it makes stands there already. */
const lines = new WeakMap<Operation, PlanLine>();

/** A line of a plan. */
interface PlanLine {
  planId: string;
  seq: number;
}

/** Marks a creation as exactly what a line of a plan holds: the journal takes it over inside the database instead of sending it again. */
export function isLine(operation: Operation, line: PlanLine): void {
  lines.set(operation, line);
}

/** What the journal keeps of new objects, as JSON. */
const prepared = new WeakMap<Operation, string>();

/** Makes what the journal will keep of new objects beforehand, while the database writes the lines before them. */
export function prepareJournal(kind: Kind, operations: readonly Operation[]): void {
  for (const operation of operations)
    if (operation.action === 'create') prepared.set(operation, JSON.stringify(journaled(kind, operation.after)));
}

/** Splits a list into pieces of at most `size`. */
export function* chunksOf<T>(items: readonly T[], size = chunkSize): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Operations whose lines stand in the journal already, written earlier in the same transaction, with the ids of the lines. */
const ahead = new WeakMap<Tx, { batchId: string; operations: readonly Operation[]; ids: string[]; seq: number }>();

/**
 * Writes the lines of operations that this transaction is still to do, from this number in the batch on: for pieces of one batch of which
 * one is begun while the one before is written. `writeJournal` then writes them no second time; operations that turn out otherwise are an
 * error, after which the transaction has to be rolled back.
 */
export async function journalAhead(
  tx: Tx,
  { kind, operations }: { kind: Kind; operations: readonly Operation[] },
  { batchId, seq }: { batchId: string; seq: number },
): Promise<void> {
  const ids = await writeLines(tx, { kind, operations }, { id: batchId, at: clock.now(), seq });
  ahead.set(tx, { batchId, operations, ids, seq: seq + operations.length });
}

/** The number of the next line of a batch that this transaction writes into; undefined where it wrote none. */
export const seqAfter = (tx: Tx): number | undefined => batches.get(tx)?.seq;

/** Writes operations into the journal, in the transaction that does them; answers the batch and the ids of the operations, in order. */
export async function writeJournal(
  tx: Tx,
  caller: Caller,
  work: { kind: Kind; operations: readonly Operation[] },
  options: BatchOptions = {},
): Promise<{ batchId: string; ids: string[] }> {
  await assertUnmanaged(tx, caller, work);
  const at = clock.now();
  const written = ahead.get(tx);
  const present = batches.get(tx);
  const batch = written
    ? { id: written.batchId, seq: written.seq }
    : options.batchId
      ? { id: options.batchId, seq: present?.id === options.batchId ? present.seq : await nextSeq(tx, options.batchId) }
      : (present ?? { id: newId(), seq: 0 });
  await writeBatch(tx, caller, { id: batch.id, at, operations: work.operations }, options);
  const ids = written ? linesOf(written, batch.id, work.operations) : await writeLines(tx, work, { ...batch, at });
  ahead.delete(tx);
  batches.set(tx, { id: batch.id, seq: written ? batch.seq : batch.seq + ids.length });
  caller.batch(batch.id);
  for (const operation of work.operations)
    caller.touch({ kind: kindOf(work.kind, operation).kind, id: operation.id, name: operation.name, path: operation.path });
  return { batchId: batch.id, ids };
}

/** The lines that were written ahead, if they are those of these operations. */
function linesOf(
  written: { batchId: string; operations: readonly Operation[]; ids: string[] },
  batchId: string,
  operations: readonly Operation[],
): string[] {
  const isSame = operations.length === written.operations.length && operations.every((one, at) => one === written.operations[at]);
  if (!isSame || written.batchId !== batchId) throw new Error('Operations turned out otherwise than the journal was told');
  return written.ids;
}

/** Writes lines in the order of the operations; answers their ids. */
async function writeLines(
  tx: Tx,
  { kind, operations }: { kind: Kind; operations: readonly Operation[] },
  batch: { id: string; at: number; seq: number },
): Promise<string[]> {
  const ids: string[] = [];
  let { seq } = batch;
  for (const chunk of chunksOf(operations)) {
    const rows = chunk.map((operation) => {
      const id = newId();
      ids.push(id);
      return rowOf(kindOf(kind, operation), operation, { id, seq: seq++ });
    });
    await sql`insert into change_operation (id, batch_id, seq, at, kind, object_id, object_name, path, action, before, after, version_before, version_after, form)
      select id, ${batch.id}::uuid, seq, ${batch.at}::bigint, kind, object_id, object_name, path::ltree, action, before,
        case when r.plan is null then r.after else (select item.after from change_plan_item item where item.plan_id = r.plan and item.seq = r.line) end,
        version_before, version_after, 2
      from jsonb_to_recordset(${`[${rows.join(',')}]`}::jsonb)
        as r(id uuid, seq int, kind text, object_id text, object_name text, path text, action text, before jsonb, after jsonb, plan uuid, line int, version_before int, version_after int)`.execute(
      tx,
    );
  }
  return ids;
}

async function nextSeq(tx: Tx, batchId: string): Promise<number> {
  const last = await tx
    .selectFrom('change_operation')
    .select('seq')
    .where('batch_id', '=', batchId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ? last.seq + 1 : 0;
}

const kindOf = (kind: Kind, operation: Operation): Kind => kind.kindOf?.(operation) ?? kind;

/** A line of the journal as JSON. */
function rowOf(kind: Kind, operation: Operation, { id, seq }: { id: string; seq: number }): string {
  const before = operation.version;
  const known = lines.get(operation);
  const line = known && isKeptWhole(kind, operation.after) ? known : undefined;
  const row = {
    id,
    seq,
    kind: kind.kind,
    object_id: operation.id,
    object_name: operation.name,
    path: operation.path,
    action: operation.action,
    before: journaled(kind, operation.before),
    version_before: operation.action === 'create' ? null : before,
    version_after: operation.action === 'delete' ? null : (before ?? 0) + 1,
  };
  if (line) return JSON.stringify({ ...row, plan: line.planId, line: line.seq });
  const after = prepared.get(operation) ?? JSON.stringify(journaled(kind, operation.after));
  return `${JSON.stringify(row).slice(0, -1)},"after":${after}}`;
}

/** Whether the journal keeps every field as it is. */
function isKeptWhole({ fields: rules }: Kind, fields: Fields | null): boolean {
  return fields !== null && Object.keys(fields).every((name) => rules[name] !== undefined && !rules[name].secret);
}

async function writeBatch(
  tx: Tx,
  caller: Caller,
  batch: { id: string; at: number; operations: readonly Operation[] },
  options: BatchOptions,
): Promise<void> {
  const counts = JSON.stringify(countsOf(batch.operations));
  const source = options.source ?? (batch.operations.length > 1 ? 'bulk' : 'form');
  await sql`insert into change_batch (id, at, uid, name, address, request_id, operation, reason, source, counts, revert_of)
    values (${batch.id}, ${batch.at}, ${caller.uid}, ${caller.name}, ${caller.address}, ${caller.requestId}, ${caller.operation}, ${options.reason ?? null}, ${source}, ${counts}::jsonb, ${options.revertOf ?? null})
    on conflict (id) do update set counts = (
      select jsonb_object_agg(key, total) from (
        select key, sum(value::int) as total
        from (select * from jsonb_each_text(change_batch.counts) union all select * from jsonb_each_text(excluded.counts)) as both_sides group by key
      ) as sums)`.execute(tx);
}

/**
 * Lets the commit of this transaction not wait for the disk: for the pieces of work that goes on from its last piece on the disk, and whose
 * end waits (a later commit that waits takes all before it along).
 */
export async function laterOnDisk(tx: Tx): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(tx);
}

/** Announces, before the first row, that this transaction writes thousands of rows: nothing that every row repeats reads a table whole. */
export async function manyRows(tx: Tx): Promise<void> {
  for (const statement of manyRowsStatements) await sql.raw(statement).execute(tx);
}

/** How many operations there are of each action. */
export function countsOf(operations: readonly Pick<Operation, 'action'>[]): Partial<Record<Action, number>> {
  const counts: Partial<Record<Action, number>> = {};
  for (const { action } of operations) counts[action] = (counts[action] ?? 0) + 1;
  return counts;
}
