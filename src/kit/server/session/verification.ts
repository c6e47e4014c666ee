import { sql } from 'kysely';
import type { Db } from '../directory.ts';
import { newId } from '../ids.ts';
import { perProduct } from '../per-product.ts';
import { notFound, Overload } from '../refusal.ts';
import { countedAddress } from './guess-limit.ts';
import { hashOf } from './session-cookie.ts';
import { drawCode, makeCode, readCode } from './picture-code.ts';
import { createRateLimit } from './rate-limit.ts';
import './session.table.ts';

const lifeMillis = 5 * 60_000;
/** Open verifications that the database holds at most; beyond that the oldest give way, so that a flood keeps nobody out. */
const openAtMost = 20_000;
const tidyMillis = 1_000;

/** Verifications and their pictures, issued by this process at a bounded rate for each address. */
export interface Verifications {
  /** A verification for one sign-in: five minutes, once. Refuses with 10429 and HTTP 429. */
  begin(db: Db, address: string, now: number): Promise<string>;
  /** Draws a new picture for a verification; the one before no longer counts. Refuses with 10404, or 10429 and HTTP 429. */
  draw(db: Db, id: string, from: { address: string; now: number }): Promise<string>;
}

/** Opens the issuing of verifications. */
function openVerifications(): Verifications {
  const issuing = createRateLimit({ burst: 300, perSecond: 2, keys: 10_000 });
  const drawing = createRateLimit({ burst: 60, perSecond: 1, keys: 10_000 });
  let tidiedAt = Number.NEGATIVE_INFINITY;
  const assertRate = (limit: typeof issuing, address: string, now: number): void => {
    const seconds = limit(countedAddress(address), now);
    if (seconds > 0) throw new Overload(seconds);
  };
  return {
    begin: async (db, address, now) => {
      assertRate(issuing, address, now);
      if (Math.abs(now - tidiedAt) > tidyMillis) {
        tidiedAt = now;
        await tidy(db, now);
      }
      const id = newId();
      const values = { id, answer_hash: null, expires_at: now + lifeMillis };
      await db.insertInto('verification').values(values).execute();
      return id;
    },
    draw: async (db, id, { address, now }) => {
      assertRate(drawing, address, now);
      const answer = makeCode();
      const done = await db
        .updateTable('verification')
        .set({ answer_hash: hashOf(id + answer) })
        .where('id', '=', id)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      if (done.numUpdatedRows === 0n) throw notFound();
      return drawCode(answer);
    },
  };
}

/** The verifications of the console of a product. */
export const verificationsOf = perProduct(openVerifications);

/** The verifications of its terminals: counted apart, so that neither keeps the other out. */
export const terminalVerificationsOf = perProduct(openVerifications);

async function tidy(db: Db, now: number): Promise<void> {
  await db.deleteFrom('verification').where('expires_at', '<', now).execute();
  await sql`delete from verification where expires_at < (
    select expires_at from verification order by expires_at desc offset ${openAtMost} limit 1)`.execute(db);
}

/** Uses a verification up; whether it was open and, where a picture was needed, its code was given. */
export async function spendVerification(
  db: Db,
  given: { id: string; answer: string | undefined; needed: boolean },
  now: number,
): Promise<boolean> {
  const row = await db.deleteFrom('verification').where('id', '=', given.id).returningAll().executeTakeFirst();
  if (!row || row.expires_at <= now) return false;
  if (!given.needed) return true;
  const answer = readCode(given.answer ?? '');
  return answer !== '' && row.answer_hash !== null && row.answer_hash.equals(hashOf(given.id + answer));
}
