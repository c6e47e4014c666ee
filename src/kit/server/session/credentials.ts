import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { checkPolicy, minPasswordLength } from '#kit/common/password-rules.ts';
import type { SignInPolicy } from '#kit/common/session/sign-in-policy.ts';
import { hashPassword, needsRehash, verifyPassword } from '#platform/password/password.ts';
import { BusyError } from '#platform/work-queue.ts';
import { builtinAdminUid, systemUid } from '../caller.ts';
import type { Db } from '../directory.ts';
import { InvalidInput, Overload } from '../refusal.ts';
import type { Credentials, Services } from '../services.ts';
import { liftLocks } from './attempts.ts';
import { passwordPolicyOf } from './sign-in-policy.ts';
import { forgetPeople, signInStateOf } from './sign-in-state.ts';
import './session.table.ts';

/** Passwords and locks of other people, for those who administer them. */
export function openCredentials(deps: Pick<Services, 'directory' | 'now' | 'policy'>): Credentials {
  return {
    setPassword: async (tx, uid, { text, mustChange, endsAt = null }) => {
      const person = await deps.directory.byUid(tx, uid);
      const policy = await deps.policy.now();
      const about = [person?.account ?? '', person?.name ?? ''];
      assertPolicy(policy, { text, about, secondFactor: await hasFactor(tx, uid) }, 'password');
      await storePassword(tx, uid, { text, mustChange, endsAt, now: deps.now() });
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
    look: async (db, person) => {
      const { session } = await deps.policy.now();
      return signInStateOf(db, person, { now: deps.now(), idleMillis: (session.idleMinutes + 1) * 60_000 });
    },
    forget: forgetPeople,
  };
}

interface NewSecret {
  text: string;
  /** Name and account of whose it is. */
  about: readonly string[];
  secondFactor: boolean;
}

/** Whether somebody has set up a second factor. */
export async function hasFactor(db: Db, uid: string): Promise<boolean> {
  return (await db.selectFrom('factor').select('id').where('uid', '=', uid).executeTakeFirst()) !== undefined;
}

/** Whether a password is older than the policy allows. */
export const isTooOld = ({ password }: SignInPolicy, changedAt: number, now: number): boolean =>
  password.maxAgeDays > 0 && now - changedAt > password.maxAgeDays * 86_400_000;

/** Refuses a password that the policy does not allow (10400 at this path). */
export function assertPolicy(policy: SignInPolicy, given: NewSecret, path: string): void {
  const rules = passwordPolicyOf(policy);
  const context = { contextWords: given.about.filter((word) => word.length > 2), secondFactor: given.secondFactor };
  const [issue] = checkPolicy(given.text, rules, context);
  const params = { least: minPasswordLength(rules, context) };
  if (issue) throw new InvalidInput([{ path, namespace: 'kit', key: `password.${issue}`, params }]);
}

/** How many passwords before this one are kept, as hashes: as many as a policy can look at. */
const historyLength = 24;

/** Refuses the password in use, those before it that the policy remembers, and a change too soon after the last (10400 at this path). */
export async function assertNew(
  { db, services }: { db: Db; services: Pick<Services, 'policy' | 'now'> },
  { uid, password, path }: { uid: string; password: string; path: string },
): Promise<void> {
  const row = await db.selectFrom('credential').selectAll().where('uid', '=', uid).executeTakeFirst();
  if (!row) return;
  const rules = (await services.policy.now()).password;
  // Who has to change it may, however young it is.
  if (!row.must_change && services.now() - row.changed_at < rules.minAgeHours * 3_600_000)
    throw new InvalidInput([{ path, namespace: 'kit', key: 'password.tooYoung', params: { hours: rules.minAgeHours } }]);
  const before = row.history.slice(0, Math.max(0, rules.history - 1));
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
  /** From then on it signs nobody in. */
  endsAt?: number | null;
  now: number;
}

/** Hashes and stores a password (argon2id) and keeps the hash of the one before; the policy is the caller's business. */
export async function storePassword(db: Db, uid: string, { text, ...how }: NewPassword): Promise<void> {
  const hash = await inPasswordQueue(() => hashPassword(text));
  await storeHash(db, uid, { hash, ...how });
}

/** Stores a password that is already hashed, for transactions that should not wait for hashing. */
export async function storeHash(db: Db, uid: string, given: Omit<NewPassword, 'text'> & { hash: string }): Promise<void> {
  const values = { password_hash: given.hash, must_change: given.mustChange, changed_at: given.now, ends_at: given.endsAt ?? null };
  const history = sql<string>`jsonb_path_query_array(jsonb_build_array(credential.password_hash) || credential.history, ${sql.lit(
    `$[0 to ${historyLength - 1}]`,
  )})`;
  await db
    .insertInto('credential')
    .values({ uid, ...values })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet({ ...values, history }))
    .execute();
}

/** Result of a password check. */
export interface PasswordLook {
  fits: boolean;
  /** A one-time password that has to be changed. */
  mustChange: boolean;
  changedAt: number;
  /** From then on it signs nobody in. */
  endsAt: number | null;
  /** The stored hash was made with weaker parameters than today's. */
  outdated: boolean;
}

/** Looks whether the password is this person's; takes as long for somebody who has none or is unknown. */
export async function lookAtPassword(db: Db, uid: string | undefined, password: string): Promise<PasswordLook> {
  const row = await db
    .selectFrom('credential')
    .select(['password_hash', 'must_change', 'changed_at', 'ends_at'])
    // Nobody has the system's uid as an account: the same query for the unknown.
    .where('uid', '=', uid ?? systemUid)
    .executeTakeFirst();
  const fits = await inPasswordQueue(() => verifyPassword(row?.password_hash, password));
  return {
    fits,
    mustChange: row?.must_change ?? false,
    changedAt: row?.changed_at ?? 0,
    endsAt: row?.ends_at ?? null,
    outdated: fits && row !== undefined && needsRehash(row.password_hash),
  };
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
