import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { checkPolicy, minPasswordLength, type PasswordPolicy } from '#kit/common/password-rules.ts';
import { hashPassword, needsRehash, verifyPassword } from '#platform/password/password.ts';
import { BusyError } from '#platform/password/work-queue.ts';
import { builtinAdminUid, systemUid } from '../caller.ts';
import type { Db } from '../directory.ts';
import { InvalidInput, Overload } from '../refusal.ts';
import type { Credentials, Services } from '../services.ts';
import { liftLocks } from './attempts.ts';
import { forgetPeople, signInStateOf } from './sign-in-state.ts';
import './session.table.ts';

/** The policy in force: modern passwords, long and not known as common, without forced changes. */
export const policyInForce: PasswordPolicy = { preset: 'modern' };

/** Passwords and locks of other people, for those who administer them. */
export function openCredentials(deps: Pick<Services, 'directory' | 'now' | 'settings'>): Credentials {
  return {
    setPassword: async (tx, uid, { text, mustChange }) => {
      const person = await deps.directory.byUid(tx, uid);
      assertPolicy(text, [person?.account ?? '', person?.name ?? ''], 'password');
      await storePassword(tx, uid, { text, mustChange, now: deps.now() });
    },
    unlock: async (tx, uids) => {
      const people = await Promise.all(uids.map((uid) => deps.directory.byUid(tx, uid)));
      return liftLocks(
        tx,
        people.flatMap((person) => person?.account ?? []),
        deps.now(),
      );
    },
    // A minute more: use is written down once a minute.
    look: (db, person) => signInStateOf(db, person, { now: deps.now(), idleMillis: (deps.settings.sessionIdleMinutes + 1) * 60_000 }),
    forget: forgetPeople,
  };
}

/** Refuses a password that the policy does not allow (10400 at this path). */
export function assertPolicy(password: string, contextWords: string[], path: string): void {
  const [issue] = checkPolicy(password, policyInForce, { contextWords: contextWords.filter((word) => word.length > 2) });
  const params = { least: minPasswordLength(policyInForce) };
  if (issue) throw new InvalidInput([{ path, namespace: 'kit', key: `password.${issue}`, params }]);
}

/** How many passwords before this one are kept, as hashes. */
const historyLength = 5;

/** Refuses the password in use and, in the graded preset, the last five (10400 at this path). */
export async function assertNew(db: Db, uid: string, password: string, path: string): Promise<void> {
  const row = await db.selectFrom('credential').select(['password_hash', 'history']).where('uid', '=', uid).executeTakeFirst();
  if (!row) return;
  const before = policyInForce.preset === 'graded' ? row.history.slice(0, historyLength - 1) : [];
  for (const hash of [row.password_hash, ...before])
    if (await inPasswordQueue(() => verifyPassword(hash, password)))
      throw new InvalidInput([{ path, namespace: 'kit', key: 'password.reused' }]);
}

/** Runs work on passwords; when too much of it waits, refuses with 10429 and HTTP 429. */
export async function inPasswordQueue<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BusyError) throw new Overload(error.retryAfter);
    throw error;
  }
}

interface NewPassword {
  text: string;
  mustChange: boolean;
  now: number;
}

/** Hashes and stores a password (argon2id) and keeps the hash of the one before; the policy is the caller's business. */
export async function storePassword(db: Db, uid: string, { text, mustChange, now }: NewPassword): Promise<void> {
  const hash = await inPasswordQueue(() => hashPassword(text));
  await storeHash(db, uid, { hash, mustChange, now });
}

/** Stores a password that is already hashed, for transactions that should not wait for hashing. */
export async function storeHash(db: Db, uid: string, given: { hash: string; mustChange: boolean; now: number }): Promise<void> {
  const values = { password_hash: given.hash, must_change: given.mustChange, changed_at: given.now };
  const history = sql<string>`jsonb_path_query_array(jsonb_build_array(credential.password_hash) || credential.history, ${sql.lit(
    `$[0 to ${historyLength - 1}]`,
  )})`;
  await db
    .insertInto('credential')
    .values({ uid, ...values })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet({ ...values, history }))
    .execute();
}

/** What a look at a password found. */
export interface PasswordLook {
  fits: boolean;
  /** A one-time password that has to be changed. */
  mustChange: boolean;
  /** The stored hash was made with weaker parameters than today's. */
  outdated: boolean;
}

/** Looks whether the password is this person's; takes as long for somebody who has none or is unknown. */
export async function lookAtPassword(db: Db, uid: string | undefined, password: string): Promise<PasswordLook> {
  const row = await db
    .selectFrom('credential')
    .select(['password_hash', 'must_change'])
    // Nobody has the system's uid as an account: the same query for the unknown.
    .where('uid', '=', uid ?? systemUid)
    .executeTakeFirst();
  const fits = await inPasswordQueue(() => verifyPassword(row?.password_hash, password));
  return { fits, mustChange: row?.must_change ?? false, outdated: fits && row !== undefined && needsRehash(row.password_hash) };
}

/** Hashes a password that was just found right with today's parameters; nothing else about it changes. */
export async function renewHash(db: Db, uid: string, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await db.updateTable('credential').set({ password_hash: hash }).where('uid', '=', uid).execute();
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A password to be told once: four groups of five letters without look-alikes, 99 bits. */
export function makeOneTimePassword(): string {
  return Array.from({ length: 4 }, () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')).join('-');
}

/** Gives the built-in `admin` a password at the first start: the given one, else a random one that is answered to be shown. */
export async function ensureBuiltinAdmin(
  db: Db,
  options: { adminPassword?: string; now: number },
): Promise<{ oneTimePassword: string | undefined }> {
  const known = await db.selectFrom('credential').select('uid').where('uid', '=', builtinAdminUid).executeTakeFirst();
  if (known) return { oneTimePassword: undefined };
  const text = options.adminPassword ?? makeOneTimePassword();
  await storePassword(db, builtinAdminUid, { text, mustChange: options.adminPassword === undefined, now: options.now });
  return { oneTimePassword: options.adminPassword === undefined ? text : undefined };
}
