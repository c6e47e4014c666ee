import { sql } from 'kysely';
import { moduleOfCode } from '#kit/common/codes.ts';
import type { Caller } from '../caller.ts';
import type { Tx } from '../directory.ts';
import { InvalidInput, Refusal } from '../refusal.ts';
import type { Work } from './change-objects.ts';
import { writeWhole } from './kept.ts';
import { writeJournal, type BatchOptions } from './journal.ts';
import type { Operation, OperationIssue } from './kind.ts';
import { outsideIssue } from './site-kind.ts';

/** Result of a set of operations: those applied, and the reason of each that was not. */
export interface EachOutcome {
  done: number[];
  refused: Map<number, OperationIssue[]>;
}

/**
 * Applies as many of the operations as possible, in the caller's transaction: those outside the range or against a rule are left out,
 * and when writing fails the set is halved until the culprit stands alone. One bad line never stops the rest.
 */
export async function applyEach(tx: Tx, caller: Caller, work: Work, options: BatchOptions): Promise<EachOutcome> {
  const { kind, operations } = work;
  const refused = await refusedOf(tx, caller, work);
  const ready = operations.map((_, index) => index).filter((index) => !refused.has(index));
  const done = await writeHalving(tx, caller, { work, refused }, ready);
  if (done.length > 0) await writeJournal(tx, caller, { kind, operations: done.map((index) => operations[index]!) }, options);
  return { done, refused };
}

/** What stands against operations before anything is written, by their index: the range, then the rules of the kind. */
export async function refusedOf(tx: Tx, caller: Caller, { kind, operations }: Work): Promise<Map<number, OperationIssue[]>> {
  const refused = new Map<number, OperationIssue[]>();
  for (const index of await kind.outside(tx, caller.scope(), operations)) refused.set(index, [outsideIssue(kind)]);
  const inside = operations.map((_, index) => index).filter((index) => !refused.has(index));
  // Without operations no rule is asked: none has to bear an empty list.
  if (inside.length === 0) return refused;
  const issues = await kind.check?.(
    tx,
    caller,
    inside.map((index) => operations[index]!),
  );
  for (const [at, found] of issues ?? []) refused.set(inside[at]!, found);
  return refused;
}

async function writeHalving(
  tx: Tx,
  caller: Caller,
  state: { work: Work; refused: Map<number, OperationIssue[]> },
  indexes: readonly number[],
): Promise<number[]> {
  if (indexes.length === 0) return [];
  const operations: Operation[] = indexes.map((index) => state.work.operations[index]!);
  await sql`savepoint each`.execute(tx);
  try {
    await writeWhole(tx, caller, state.work.kind, operations);
    await sql`release savepoint each`.execute(tx);
    return [...indexes];
  } catch (error) {
    const reason = reasonOf(error);
    if (!reason) throw error;
    await sql`rollback to savepoint each`.execute(tx);
    await sql`release savepoint each`.execute(tx);
    if (indexes.length === 1) {
      state.refused.set(indexes[0]!, reason);
      return [];
    }
  }
  const middle = Math.ceil(indexes.length / 2);
  return [
    ...(await writeHalving(tx, caller, state, indexes.slice(0, middle))),
    ...(await writeHalving(tx, caller, state, indexes.slice(middle))),
  ];
}

/** The issues that an error means for its operation; undefined for errors that are nobody's fault (the database is away). */
export function reasonOf(error: unknown): OperationIssue[] | undefined {
  if (error instanceof InvalidInput)
    return [...error.issues].map(({ path, namespace, key, params }) => ({
      path,
      namespace,
      key,
      ...(params && { params: { ...params } }),
    }));
  if (error instanceof Refusal)
    return [
      {
        path: String(error.params['field'] ?? ''),
        namespace: moduleOfCode(error.answer),
        key: `error.${error.answer}`,
        params: { ...error.params },
      },
    ];
  const { code, message } = error as { code?: string; message?: string };
  // Classes 22 (bad data) and 23 (broken constraint) belong to the line.
  return /^2[23]/.test(code ?? '')
    ? [{ path: '', namespace: 'kit', key: 'plan.refused', params: { reason: String(message).slice(0, 200) } }]
    : undefined;
}
