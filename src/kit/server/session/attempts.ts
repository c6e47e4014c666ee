import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { Db } from '../directory.ts';
import { Refusal } from '../refusal.ts';
import type { SignInPolicy } from '#kit/common/session/sign-in-policy.ts';
import { countedAddress, noGuesses, takeGuess, type Guesses } from './guess-limit.ts';
import './session.table.ts';

/** Guesses of one address, whatever the accounts. */
const mostOfAddress = 30;

const limitOf = ({ lock }: SignInPolicy, most: number) => ({ most, windowMillis: lock.windowMinutes * 60_000, grow: lock.grow });

/** Keys under which guesses are counted. */
export interface AttemptKeys {
  account: string;
  address: string;
}

/** The keys of a sign-in. The account is the stored one where there is one, so that no other way of writing it is counted apart. */
export const attemptKeys = (account: string, address: string): AttemptKeys => ({
  account: `account:${account.normalize('NFKC').trim().toLowerCase()}`,
  address: `address:${countedAddress(address)}`,
});

type Row = Guesses & { key: string };
const columns = sql`key, failures, since_at as "sinceAt", locked_until as "lockedUntil", locks`;

/**
 * Counts a guess before the password is looked at, by address first and then by account. Both rows are locked while it is decided, so that
 * parallel guesses on any node can't exceed the limit. Refuses with 10429 and the seconds to wait; what is refused is not counted.
 */
export async function reserveAttempt(db: Db, policy: SignInPolicy, keys: AttemptKeys, now: number): Promise<void> {
  // Guesses during a lock are the many: they end here without a write.
  const known = await sql<Row>`select ${columns} from sign_in_attempt where key in (${keys.address}, ${keys.account})`.execute(db);
  const until = lockedUntilOf(known.rows, now) ?? (await db.transaction().execute((tx) => reserve(tx, policy, keys, now)));
  if (until === undefined) return;
  const seconds = Math.ceil((until - now) / 1000);
  throw new Refusal(code.tooMany, { seconds }, { retryAfter: seconds });
}

/** Answers until when a key is locked, or undefined where the guess is counted. Rows are always locked address first. */
async function reserve(tx: Db, policy: SignInPolicy, keys: AttemptKeys, now: number): Promise<number | undefined> {
  const fresh = noGuesses(now);
  const { rows } = await sql<Row>`insert into sign_in_attempt as a (key, failures, since_at, locked_until, locks)
    values (${keys.address}, 0, ${fresh.sinceAt}, 0, 0), (${keys.account}, 0, ${fresh.sinceAt}, 0, 0)
    on conflict (key) do update set key = a.key returning ${columns}`.execute(tx);
  const found = (key: string): Row => rows.find((row) => row.key === key) ?? { key, ...fresh };
  const address = takeGuess(found(keys.address), limitOf(policy, mostOfAddress), now);
  const account = takeGuess(found(keys.account), limitOf(policy, policy.lock.failures), now);
  if (address.refused) await store(tx, keys.address, address.after);
  else {
    await store(tx, keys.account, account.after);
    if (!account.refused) await store(tx, keys.address, address.after);
  }
  if (address.refused) return address.after.lockedUntil;
  return account.refused ? account.after.lockedUntil : undefined;
}

async function store(tx: Db, key: string, { failures, sinceAt, lockedUntil, locks }: Guesses): Promise<void> {
  await tx
    .updateTable('sign_in_attempt')
    .set({ failures, since_at: sinceAt, locked_until: lockedUntil, locks })
    .where('key', '=', key)
    .execute();
}

function lockedUntilOf(rows: readonly Guesses[], now: number): number | undefined {
  const latest = Math.max(0, ...rows.map((row) => row.lockedUntil));
  return latest > now ? latest : undefined;
}

/** Takes a reserved guess back whose password was never looked at, and the lock that it may have led others into. */
export async function returnAttempt(db: Db, keys: AttemptKeys, now: number): Promise<void> {
  for (const key of [keys.address, keys.account])
    await sql`update sign_in_attempt set failures = greatest(0, failures - 1), locks = locks - (locked_until > ${now})::int,
      locked_until = case when locked_until > ${now} then 0 else locked_until end where key = ${key}`.execute(db);
}

/** Forgets an account's failures and takes the reserved guess of the address back, after a good sign-in. */
export async function forgetFailures(db: Db, keys: AttemptKeys): Promise<void> {
  await countDown(db, keys.address);
  await db.deleteFrom('sign_in_attempt').where('key', '=', keys.account).execute();
}

async function countDown(db: Db, key: string): Promise<void> {
  await db
    .updateTable('sign_in_attempt')
    .set({ failures: sql`greatest(0, failures - 1)` })
    .where('key', '=', key)
    .execute();
}

/** Whether a picture code is asked for: always, or after so many failures of the account or the address, and after a lock. */
export async function needsPicture(db: Db, policy: SignInPolicy, keys: AttemptKeys, now: number): Promise<boolean> {
  if (policy.pictureCodeAfter === 0) return true;
  const since = now - policy.lock.windowMinutes * 60_000;
  const row = await db
    .selectFrom('sign_in_attempt')
    .select('key')
    .where('key', 'in', [keys.account, keys.address])
    .where((is) => is.or([is.and([is('failures', '>=', policy.pictureCodeAfter), is('since_at', '>', since)]), is('locks', '>', 0)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** Lifts the locks of accounts; answers how many were locked. */
export async function liftLocks(db: Db, accounts: readonly string[], now: number): Promise<number> {
  if (accounts.length === 0) return 0;
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
