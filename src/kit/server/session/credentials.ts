import { randomInt } from 'node:crypto';
import { checkPolicy, type PasswordPolicy } from '#kit/common/password-rules.ts';
import { hashPassword, verifyPassword } from '#platform/password/password.ts';
import { builtinAdminUid } from '../caller.ts';
import type { Db } from '../directory.ts';
import { InvalidInput } from '../refusal.ts';
import type { Credentials, Services } from '../services.ts';
import { liftLocks } from './attempts.ts';
import './session.table.ts';

/** The policy in force: modern passwords, long and not known as common, without forced changes. */
export const policyInForce: PasswordPolicy = { preset: 'modern' };

/** Passwords and locks of other people, for those who administer them. */
export function openCredentials(deps: Pick<Services, 'directory' | 'now'>): Credentials {
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
  };
}

/** Refuses a password that the policy does not allow (10400 at this path). */
export function assertPolicy(password: string, contextWords: string[], path: string): void {
  const [issue] = checkPolicy(password, policyInForce, { contextWords: contextWords.filter((word) => word.length > 2) });
  if (issue) throw new InvalidInput([{ path, namespace: 'kit', key: `password.${issue}` }]);
}

interface NewPassword {
  text: string;
  mustChange: boolean;
  now: number;
}

/** Hashes and stores a password (argon2id); the policy is the caller's business. */
export async function storePassword(db: Db, uid: string, { text, mustChange, now }: NewPassword): Promise<void> {
  const values = { password_hash: await hashPassword(text), must_change: mustChange, changed_at: now };
  await db
    .insertInto('credential')
    .values({ uid, ...values })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(values))
    .execute();
}

/** Whether the password is this person's; takes as long for somebody who has none. */
export async function passwordFits(db: Db, uid: string | undefined, password: string): Promise<boolean> {
  const row =
    uid === undefined ? undefined : await db.selectFrom('credential').select('password_hash').where('uid', '=', uid).executeTakeFirst();
  return verifyPassword(row?.password_hash, password);
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
