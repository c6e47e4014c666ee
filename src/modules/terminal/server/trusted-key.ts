import type { Terminal } from '#kit/server/client/terminal-gate.ts';
import type { Db } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { tokenHash } from './tokens.ts';

/** The key of a device stands where a browser has its cookie; a changed password forgets both. */
const wordOf = ({ thumbprint }: Pick<Terminal, 'thumbprint'>): Buffer => tokenHash(`terminal key ${thumbprint}`);

/** Whether this person trusted the terminal with this key, and still does. */
export async function isTrustedKey(db: Db, { uid, terminal, now }: { uid: string; terminal: Terminal; now: number }): Promise<boolean> {
  const row = await db
    .selectFrom('factor_trust')
    .select('id')
    .where('token_hash', '=', wordOf(terminal))
    .where('uid', '=', uid)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Trusts the terminal with this key for so many days. */
export async function trustKey(
  tx: Db,
  of: { uid: string; terminal: Terminal; userAgent: string; days: number; now: number },
): Promise<void> {
  if (of.days === 0) return;
  const values = { uid: of.uid, user_agent: of.userAgent.slice(0, 400), created_at: of.now, expires_at: of.now + of.days * 86_400_000 };
  await tx
    .insertInto('factor_trust')
    .values({ ...values, token_hash: wordOf(of.terminal), id: newId() })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(values))
    .execute();
}
