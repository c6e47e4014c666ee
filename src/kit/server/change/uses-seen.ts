import { code } from '#kit/common/codes.ts';
import type { Caller, Range } from '../caller.ts';
import type { Db, Tx } from '../directory.ts';
import { outsideWord } from '../outside-word.ts';
import { Refusal } from '../refusal.ts';
import { rangeOn } from './callers.ts';
import type { Kind } from './kind.ts';

/** References that prevent a deletion. */
export interface Use {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

/** References that prevent a deletion, as a reader sees them: what lies outside of their range is told by a word, without its id. */
export async function usesSeen(db: Db, means: { caller: Caller; kinds: readonly Kind[] }, uses: readonly Use[]): Promise<Use[]> {
  if (means.caller.grants.superAdmin || uses.length === 0) return [...uses];
  return db.isTransaction ? seenIn(db as Tx, means, uses) : db.transaction().execute((tx) => seenIn(tx, means, uses));
}

async function seenIn(tx: Tx, { caller, kinds }: { caller: Caller; kinds: readonly Kind[] }, uses: readonly Use[]): Promise<Use[]> {
  const foreign = new Set<Use>();
  for (const [name, group] of Map.groupBy(uses, ({ kind }) => kind)) {
    const kind = kinds.find((one) => one.kind === name);
    // What no kind knows of belongs to no department.
    if (!kind || kind.unranged) continue;
    const range = caller.can(kind.codes.read) ? rangeOn(caller, kind.codes.read) : caller.scope();
    for (const use of await outsideOf(tx, { kind, range }, group)) foreign.add(use);
  }
  const word = outsideWord(caller.language);
  return uses.map((use) => (foreign.has(use) ? { ...use, id: '', name: word } : use));
}

async function outsideOf(tx: Tx, { kind, range }: { kind: Kind; range: Range }, uses: readonly Use[]): Promise<Use[]> {
  if (range.all) return [];
  const named = uses.filter(({ id }) => id !== '');
  const states = await kind.read(tx, [...new Set(named.map(({ id }) => id))], false);
  const [known, unknown] = [named.filter(({ id }) => states.has(id)), named.filter(({ id }) => !states.has(id))];
  const operations = known.map(({ id }) => {
    const { name, path, fields, version } = states.get(id)!;
    return { action: 'change' as const, id, name, path, before: fields, after: {}, version };
  });
  const outside = operations.length > 0 ? await kind.outside(tx, range, operations) : new Set<number>();
  return [...unknown, ...known.filter((_, index) => outside.has(index))];
}

/** The refusal of a deletion (10410) as its reader sees it; every other error as it is. */
export async function inUseSeen(db: Db, means: { caller: Caller; kinds: readonly Kind[] }, error: unknown): Promise<unknown> {
  if (!(error instanceof Refusal) || error.answer !== code.inUse) return error;
  const uses = (error.data as { usedBy?: readonly Use[] } | null)?.usedBy ?? [];
  if (uses.length === 0) return error;
  return new Refusal(code.inUse, error.params, { usedBy: await usesSeen(db, means, uses) });
}
