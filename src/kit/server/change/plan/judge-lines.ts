import type { Caller } from '../../caller.ts';
import type { Tx } from '../../directory.ts';
import { InvalidInput, Refusal } from '../../refusal.ts';
import { reasonOf } from '../apply-each.ts';
import type { Kind, Operation, OperationIssue } from '../kind.ts';

/**
 * Returns what the kind's own rules say against lines of a plan, by their index. A rule that refuses with a code refuses its one line: the set
 * is halved until the culprit stands alone. Where a request is done at once such a refusal is the answer of the call instead (apply-each.ts).
 */
export async function judgeLines(
  tx: Tx,
  caller: Caller,
  kind: Kind,
  operations: readonly Operation[],
): Promise<Map<number, OperationIssue[]>> {
  if (operations.length === 0 || !kind.check) return new Map();
  try {
    return new Map(await kind.check(tx, caller, operations));
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof InvalidInput)) throw error;
    if (operations.length === 1) return new Map([[0, reasonOf(error) ?? []]]);
  }
  const middle = Math.ceil(operations.length / 2);
  const found = await judgeLines(tx, caller, kind, operations.slice(0, middle));
  for (const [index, issues] of await judgeLines(tx, caller, kind, operations.slice(middle))) found.set(index + middle, issues);
  return found;
}
