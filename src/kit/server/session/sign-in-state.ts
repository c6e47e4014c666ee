import type { SignInState } from '#kit/common/session/sign-in-state.ts';
import type { Db } from '../directory.ts';
import { attemptKeys } from './attempts.ts';
import './session.table.ts';

interface Person {
  uid: string;
  account: string;
}

/** How somebody's sign-in stands: password, lock, open sessions. `idleMillis`: after so long without a call a session is over. */
export async function signInStateOf(db: Db, { uid, account }: Person, clock: { now: number; idleMillis: number }): Promise<SignInState> {
  const { now, idleMillis } = clock;
  const [credential, attempt, last, sessions] = await Promise.all([
    db.selectFrom('credential').select(['must_change', 'changed_at', 'ends_at']).where('uid', '=', uid).executeTakeFirst(),
    db.selectFrom('sign_in_attempt').select('locked_until').where('key', '=', attemptKeys(account, '').account).executeTakeFirst(),
    db.selectFrom('last_sign_in').select('at').where('uid', '=', uid).executeTakeFirst(),
    db
      .selectFrom('session')
      .select(['id', 'address', 'user_agent as userAgent', 'created_at as createdAt', 'seen_at as lastSeenAt'])
      .where('uid', '=', uid)
      .where('ended_at', 'is', null)
      .where('ends_at', '>', now)
      .where('seen_at', '>', now - idleMillis)
      .orderBy('seen_at', 'desc')
      .limit(50)
      .execute(),
  ]);
  return {
    password: passwordState(credential, now),
    passwordChangedAt: credential?.changed_at ?? null,
    passwordEndsAt: credential?.ends_at ?? null,
    lockedUntil: attempt && attempt.locked_until > now ? attempt.locked_until : null,
    lastSignInAt: last?.at ?? null,
    sessions,
  };
}

function passwordState(credential: { must_change: boolean; ends_at: number | null } | undefined, now: number): SignInState['password'] {
  if (!credential) return 'none';
  if (credential.ends_at !== null && credential.ends_at <= now) return 'expired';
  return credential.must_change ? 'oneTime' : 'set';
}

/** Erases what sign-in and the console keep about people who are gone for good; open sessions are ended by the caller before. */
export async function forgetPeople(tx: Db, uids: readonly string[]): Promise<void> {
  if (uids.length === 0) return;
  for (const table of ['credential', 'factor', 'factor_recovery', 'factor_trust', 'last_sign_in'] as const)
    await tx.deleteFrom(table).where('uid', 'in', uids).execute();
  await tx.deleteFrom('preference').where('uid', 'in', uids).execute();
  await tx.deleteFrom('api_token').where('employee_id', 'in', uids).execute();
  await tx.deleteFrom('administrator_wake').where('uid', 'in', uids).execute();
}
