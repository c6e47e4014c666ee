import { builtinAdminUid, type Caller } from '#kit/server/caller.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';

/**
 * Only a super administrator changes one (12027), and the last that can sign in is never disabled or deleted (12131). `losing` says that
 * these people would lose their sign-in.
 */
export async function assertNotSuperior(_tx: Tx, caller: Caller, ids: readonly string[], losing: boolean): Promise<void> {
  if (!ids.includes(builtinAdminUid)) return;
  if (!caller.grants.superAdmin) throw new Refusal(12027);
  if (losing) throw new Refusal(12131);
}
