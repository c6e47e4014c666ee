import type { Db } from '../../directory.ts';
import '../session.table.ts';

const lifeMillis = 10 * 60_000;

/** What a session was asked, or what it is setting up. */
type Purpose = 'totp' | 'enrol' | 'prove';

/** Remembers what a session was asked; the question before no longer counts. */
export async function ask(db: Db, sessionId: string, question: { purpose: Purpose; value: string; now: number }): Promise<void> {
  const values = { purpose: question.purpose, value: question.value, expires_at: question.now + lifeMillis };
  await db.deleteFrom('factor_challenge').where('expires_at', '<', question.now).execute();
  await db
    .insertInto('factor_challenge')
    .values({ session_id: sessionId, ...values })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(values))
    .execute();
}

/** What a session was asked, while it counts; a question for a passkey serves once. */
export async function asked(db: Db, sessionId: string, wanted: { purpose: Purpose; now: number }): Promise<string | undefined> {
  const row =
    wanted.purpose === 'totp'
      ? await db.selectFrom('factor_challenge').selectAll().where('session_id', '=', sessionId).executeTakeFirst()
      : await db.deleteFrom('factor_challenge').where('session_id', '=', sessionId).returningAll().executeTakeFirst();
  return row && row.purpose === wanted.purpose && row.expires_at > wanted.now ? row.value : undefined;
}
