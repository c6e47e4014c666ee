import { systemUid, type Caller } from '../caller.ts';
import type { Tx } from '../directory.ts';
import type { Kind, Operation } from './kind.ts';

/** Refuses operations on objects that are changed elsewhere. */
export type ChangeGuard = (tx: Tx, caller: Caller, work: { kind: Kind; operations: readonly Operation[] }) => Promise<void>;

const guards = new WeakMap<Kind, ChangeGuard>();

/** Asks this guard in the transaction of every change of the kind that somebody makes; the product's own changes pass. */
export function guardKind(kind: Kind, guard: ChangeGuard): void {
  guards.set(kind, guard);
}

/** Asks the guard of the kind, if it has one. */
export async function assertUnmanaged(tx: Tx, caller: Caller, work: { kind: Kind; operations: readonly Operation[] }): Promise<void> {
  if (caller.uid !== systemUid) await guards.get(work.kind)?.(tx, caller, work);
}
