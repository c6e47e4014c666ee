import { sql } from 'kysely';
import type { Db } from '../directory.ts';
import './session.table.ts';

const hourMillis = 3_600_000;
const dayMillis = 24 * hourMillis;
/** Days for which an ended session can still be told from an unknown one (65003). */
const endedDays = 7;

/** Removes sessions long over, forgotten guesses, unused verifications and old news of changes. */
export async function sweepSessions(db: Db, now: number, idleMillis: number): Promise<void> {
  // One that nobody ended went by its own time.
  await sql`insert into login_end (session_id, at, ended_by)
    select id::text, least(ends_at, seen_at + ${idleMillis}), case when seen_at + ${idleMillis} < ends_at then 'idle' else 'whole' end
    from session where ended_at is null and least(ends_at, seen_at + ${idleMillis}) < ${now} on conflict do nothing`.execute(db);
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
