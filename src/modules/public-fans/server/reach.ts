import type { Db } from '#kit/server/directory.ts';
import type { Caller } from '#kit/server/caller.ts';
import { notFound, outOfRange, type Refusal } from '#kit/server/refusal.ts';
import { accountsInReach } from '#modules/public-accounts/server/public.ts';

/** The refusal of what is not seen: alike for what does not exist. */
export const unseen = (caller: Caller): Refusal => (caller.scope().all ? notFound() : outOfRange());

/** Refuses who does not see the account: readings are for all who work for it, whatever their rights. */
export async function assertSees(db: Db, caller: Caller, snoId: string): Promise<void> {
  if (!(await accountsInReach(db, caller.scope(), [snoId])).has(snoId)) throw unseen(caller);
}
