import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { Db } from '../directory.ts';
import { Refusal } from '../refusal.ts';
import './session.table.ts';

const windowMillis = 15 * 60_000;
const limits = { account: 5, address: 30 } as const;

/** Keys under which guesses are counted. */
export const attemptKeys = (account: string, address: string): { account: string; address: string } => ({
  account: `account:${account.normalize('NFKC').trim().toLowerCase()}`,
  address: `address:${address}`,
});

/**
 * Counts a guess before the password is looked at, by address first and then by account, in one statement each, so that parallel guesses
 * on any node can't exceed the limit. Refuses with 10429; every further five failures double the lock, from 15 minutes up to a day.
 */
export async function reserveAttempt(db: Db, keys: ReturnType<typeof attemptKeys>, now: number): Promise<void> {
  await reserve(db, keys.address, limits.address, now);
  await reserve(db, keys.account, limits.account, now);
}

async function reserve(db: Db, key: string, limit: number, now: number): Promise<void> {
  const result = await sql<{ failures: number; locked_until: number }>`
    insert into sign_in_attempt as a (key, failures, since_at, locked_until) values (${key}, 1, ${now}, 0)
    on conflict (key) do update set
      failures = case when a.locked_until > ${now} then a.failures when a.since_at < ${now - windowMillis} and a.locked_until < ${now - windowMillis} then 1 else a.failures + 1 end,
      since_at = case when a.since_at < ${now - windowMillis} and a.locked_until < ${now - windowMillis} then ${now} else a.since_at end,
      locked_until = case when a.locked_until > ${now} or (a.since_at < ${now - windowMillis} and a.locked_until < ${now - windowMillis}) or a.failures < ${limit} then a.locked_until
        else ${now} + least(86400000, ${windowMillis} * power(2, (a.failures - ${limit}) / ${limit}))::bigint end
    returning failures, locked_until`.execute(db);
  const row = result.rows[0];
  if (row && row.locked_until > now)
    throw new Refusal(
      code.tooMany,
      { seconds: Math.ceil((row.locked_until - now) / 1000) },
      { retryAfter: Math.ceil((row.locked_until - now) / 1000) },
    );
}

/** Forgets an account's failures and takes the reserved guess of the address back, after a good sign-in. */
export async function forgetFailures(db: Db, keys: ReturnType<typeof attemptKeys>): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('key', '=', keys.account).execute();
  await db
    .updateTable('sign_in_attempt')
    .set({ failures: sql`greatest(0, failures - 1)` })
    .where('key', '=', keys.address)
    .execute();
}

/** Whether a picture code is asked for: after two failures of the account or the address. */
export async function needsPicture(db: Db, keys: ReturnType<typeof attemptKeys>, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('sign_in_attempt')
    .select('key')
    .where('key', 'in', [keys.account, keys.address])
    .where('failures', '>=', 2)
    .where('since_at', '>', now - windowMillis)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lifts the locks of accounts; answers how many were locked. */
export async function liftLocks(db: Db, accounts: readonly string[], now: number): Promise<number> {
  const rows = await db
    .deleteFrom('sign_in_attempt')
    .where(
      'key',
      'in',
      accounts.map((account) => attemptKeys(account, '').account),
    )
    .returning('locked_until')
    .execute();
  return rows.filter((row) => row.locked_until > now).length;
}
