import { sql } from 'kysely';
import type { Db } from '../directory.ts';
import './session.table.ts';

const hourMillis = 3_600_000;
const dayMillis = 24 * hourMillis;
/** Days for which an ended session can still be told from an unknown one (65003). */
const endedDays = 7;

/** Removes sessions long over, forgotten guesses, unused verifications and old news of changes. */
export async function sweepSessions(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('session')
    .where('ends_at', '<', now - endedDays * dayMillis)
    .execute();
  await sql`delete from sign_in_attempt where greatest(since_at, locked_until) < ${now - dayMillis}`.execute(db);
  await db.deleteFrom('verification').where('expires_at', '<', now).execute();
  await db
    .deleteFrom('session_change')
    .where('at', '<', Date.now() - hourMillis)
    .execute();
}
