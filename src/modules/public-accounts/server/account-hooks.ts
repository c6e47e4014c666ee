import type { Db, Tx } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';

/** First follow of an account by a person. */
export interface FirstFollow {
  readonly snoId: string;
  readonly employeeId: string;
}

/** What another area does when somebody follows an account for the first time. */
export interface FollowHook {
  /** In the transaction in which it is noted: what must not be lost. */
  readonly within?: (tx: Tx, follow: FirstFollow) => Promise<void>;
  /** Once it holds: what leaves the database. */
  readonly after?: (services: Services, follow: FirstFollow) => Promise<void>;
}

/** What happens to an account as a whole. */
export type AccountTurn = 'enable' | 'disable' | 'delete' | 'restore' | 'purge';

const follows = new Set<FollowHook>();
const turns = new Set<(tx: Tx, turn: AccountTurn, snoIds: readonly string[]) => Promise<void>>();
const impacts = new Set<(db: Db, snoIds: readonly string[]) => Promise<Readonly<Record<string, number>>>>();

/** An area that answers a first follow says so once, when it is loaded. */
export const onFollow = (hook: FollowHook): void => void follows.add(hook);

/** An area that keeps something of accounts is told in the same transaction what happens to them: disabled, deleted, back again, gone for good. */
export const onAccountTurn = (hook: (tx: Tx, turn: AccountTurn, snoIds: readonly string[]) => Promise<void>): void => void turns.add(hook);

/** An area that keeps something of accounts counts what a disabled or deleted one would touch, by name: `plannedPushes`, `openConversations`. */
export const countsForAccounts = (count: (db: Db, snoIds: readonly string[]) => Promise<Readonly<Record<string, number>>>): void =>
  void impacts.add(count);

/** Tells what follows a first follow, in its transaction. */
export async function followedWithin(tx: Tx, follow: FirstFollow): Promise<void> {
  for (const { within } of follows) await within?.(tx, follow);
}

/** Tells what follows a first follow, once it holds; what fails there does not undo it. */
export async function followedAfter(services: Services, follow: FirstFollow): Promise<void> {
  for (const { after } of follows) await after?.(services, follow);
}

/** Tells what happened to accounts. */
export async function turned(tx: Tx, turn: AccountTurn, snoIds: readonly string[]): Promise<void> {
  if (snoIds.length > 0) for (const hook of turns) await hook(tx, turn, snoIds);
}

/** What other areas keep of accounts, by name. */
export async function keptFor(db: Db, snoIds: readonly string[]): Promise<Record<string, number>> {
  const all: Record<string, number> = {};
  for (const count of impacts) for (const [name, n] of Object.entries(await count(db, snoIds))) all[name] = (all[name] ?? 0) + n;
  return all;
}
