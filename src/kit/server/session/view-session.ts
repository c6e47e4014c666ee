import { randomBytes } from 'node:crypto';
import type { Db } from '../directory.ts';
import { newId } from '../ids.ts';
import { hashOf } from './session-cookie.ts';
import './session.table.ts';

/** How long somebody may look at the console as somebody else. */
const viewMillis = 15 * 60_000;

/** Starts a session of the same person and browser in which the console is seen as `uid` sees it; it reads only and ends by itself. */
export async function beginView(
  tx: Db,
  { sessionId, uid, now }: { sessionId: string; uid: string; now: number },
): Promise<{ id: string; token: string; endsAt: number } | undefined> {
  const own = await tx.selectFrom('session').selectAll().where('id', '=', sessionId).where('ended_at', 'is', null).executeTakeFirst();
  if (!own) return undefined;
  const token = randomBytes(32).toString('base64url');
  const id = newId();
  // Not longer than the session that it belongs to.
  const endsAt = Math.min(now + viewMillis, own.ends_at);
  await tx
    .insertInto('session')
    .values({
      ...own,
      id,
      token_hash: hashOf(token),
      view_as: uid,
      created_at: now,
      seen_at: now,
      ends_at: endsAt,
      // What needs the password is out of reach.
      confirmed_at: 0,
    })
    .execute();
  return { id, token, endsAt };
}
