import { code } from '#kit/common/codes.ts';
import type { Db } from '../directory.ts';
import { newId } from '../ids.ts';
import { notFound, Refusal } from '../refusal.ts';
import { hashOf } from './open-sessions.ts';
import { drawCode, makeCode } from './picture-code.ts';

const lifeMillis = 5 * 60_000;
const openAtMost = 20_000;

/** A verification for one sign-in: five minutes, once. The number of open ones is bounded (10429). */
export async function beginVerification(db: Db, now: number): Promise<string> {
  await db.deleteFrom('verification').where('expires_at', '<', now).execute();
  const { open } = await db
    .selectFrom('verification')
    .select((has) => has.fn.countAll<number>().as('open'))
    .executeTakeFirstOrThrow();
  if (open >= openAtMost) throw new Refusal(code.tooMany, { seconds: 60 }, { retryAfter: 60 });
  const id = newId();
  await db
    .insertInto('verification')
    .values({ id, answer_hash: null, expires_at: now + lifeMillis })
    .execute();
  return id;
}

/** Draws a new picture for a verification; the one before no longer counts. */
export async function drawVerification(db: Db, id: string, now: number): Promise<string> {
  const answer = makeCode();
  const done = await db
    .updateTable('verification')
    .set({ answer_hash: hashOf(id + answer) })
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (done.numUpdatedRows === 0n) throw notFound();
  return drawCode(answer);
}

/** Uses a verification up; whether it was open and, where a picture was needed, its code was given. */
export async function spendVerification(
  db: Db,
  given: { id: string; answer: string | undefined; needed: boolean },
  now: number,
): Promise<boolean> {
  const row = await db.deleteFrom('verification').where('id', '=', given.id).returningAll().executeTakeFirst();
  if (!row || row.expires_at < now) return false;
  if (!given.needed) return true;
  return Boolean(given.answer) && row.answer_hash !== null && row.answer_hash.equals(hashOf(given.id + given.answer!.trim()));
}
