import type { Db, Services, Tx } from '#kit/server/services.ts';

/** What a change of the directory sets off outside it. */
export type Effects = Pick<Services, 'access' | 'sessions' | 'credentials' | 'licence'>;

let bound: Effects | undefined;

/** Names the services that take part in every change of people and departments; called once at start. */
export function bindEffects(services: Effects): void {
  bound = services;
}

function effects(): Effects {
  if (!bound)
    throw new Error('The user centre changes people only after its start: sessions and grants must follow in the same transaction');
  return bound;
}

/** Ends every session of these people in the same transaction; also when a revert or a plan did it. */
export async function endSessions(tx: Db, uids: readonly string[], reason: string): Promise<void> {
  if (uids.length > 0) await effects().sessions.endAll(tx, uids, reason);
}

/** Roles that hold through departments are read again everywhere after the commit. */
export const grantsChanged = (tx: Db): Promise<void> => effects().access.changed(tx);

/** Takes seats of the licence for people who are active from now on, and gives back those of who no longer is. Refuses with 10423. */
export async function moveSeats(tx: Tx, moved: { added: number; gone: number }): Promise<void> {
  const { licence } = effects();
  // Given back first: who replaces somebody needs no further seat.
  if (moved.gone > 0) await licence.take(tx, 'employees', -moved.gone);
  if (moved.added > 0) await licence.take(tx, 'employees', moved.added);
}

/** Erases what sign-in keeps about people who are gone for good. */
export async function forgetSignIn(tx: Tx, uids: readonly string[]): Promise<void> {
  await effects().credentials?.forget(tx, uids);
}
