import type { Db } from '#kit/server/directory.ts';
import type { Caller } from '#kit/server/caller.ts';
import { code } from '#kit/common/codes.ts';
import { notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import { accountsInReach, assertWorks, type WorkRight } from '#modules/public-accounts/server/public.ts';

/** The refusal of what is not seen: alike for what does not exist. */
export const unseen = (caller: Caller): Refusal => (caller.scope().all ? notFound() : outOfRange());

/** Refuses who does not see the account: readings are for all who work for it, whatever their rights. */
export async function assertSees(db: Db, caller: Caller, snoId: string): Promise<void> {
  if (!(await accountsInReach(db, caller.scope(), [snoId])).has(snoId)) throw unseen(caller);
}

/** Refuses who does not see the account, as `assertSees`, and who works for it without this right (15011): an editor's rights are no grants of the console. */
export async function assertMay(db: Db, caller: Caller, snoId: string, right: WorkRight): Promise<void> {
  try {
    await assertWorks(db, caller.scope(), snoId, right);
  } catch (error) {
    throw error instanceof Refusal && error.answer === code.notGranted ? new Refusal(15011) : error;
  }
}
