import type { Caller } from '../caller.ts';
import type { Tx } from '../directory.ts';
import type { Services } from '../services.ts';
import { refusedOf } from './apply-each.ts';
import { callerOn } from './callers.ts';
import { takenBack, tryingCaller } from './dry-run.ts';
import { planRevert, refusedBy, revertAtOnce, revertLines, type Reverting } from './revert.ts';
import type { JournalLine } from './undo.ts';

/**
 * What undoing lines would do: it is done and taken back, so that every rule answers as it will. Lines that a job would undo are not written:
 * others would wait for them. Of these the rules are asked as things stand, where all are of one kind; of several kinds, one may only be
 * possible when the other is done.
 */
export function foreseeRevert(
  services: Pick<Services, 'database' | 'kinds'>,
  caller: Caller,
  read: (tx: Tx) => Promise<readonly JournalLine[]>,
): Promise<Reverting[]> {
  const { kinds } = services;
  return takenBack(services, async (tx) => {
    const lines = await read(tx);
    if (lines.length > revertAtOnce) return foreseeMany(tx, caller, await planRevert(tx, kinds, lines, false));
    return (await revertLines(tx, tryingCaller(caller), { kinds, lines }, {})).all;
  });
}

async function foreseeMany(tx: Tx, caller: Caller, all: readonly Reverting[]): Promise<Reverting[]> {
  const ready = all.filter((one) => one.operation);
  const [kind, ...others] = new Set(ready.map((one) => one.kind));
  if (!kind || others.length > 0) return [...all];
  const work = { kind, operations: ready.map((one) => one.operation!) };
  const refused = await refusedOf(tx, callerOn(caller, kind.codes.revert), work);
  const against = new Map([...refused].map(([index, issues]) => [ready[index], issues]));
  return all.map((one) => (against.has(one) ? refusedBy(one, against.get(one)!) : one));
}
