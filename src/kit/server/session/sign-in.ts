import { randomBytes } from 'node:crypto';
import { code } from '#kit/common/codes.ts';
import type { login } from '#kit/common/session/session.contract.ts';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Caller, Grants } from '../caller.ts';
import type { Db, SignInPerson, Tx } from '../directory.ts';
import type { Call } from '../handle.ts';
import { Overload, Refusal } from '../refusal.ts';
import { attemptKeys, forgetFailures, needsPicture, reserveAttempt, returnAttempt, type AttemptKeys } from './attempts.ts';
import { lookAtPassword, renewHash, type PasswordLook } from './credentials.ts';
import type { SessionStore } from './open-sessions.ts';
import { browserHeader, setSessionCookie } from './session-cookie.ts';
import { spendVerification } from './verification.ts';

/**
 * Signs in: the attempt is counted first, a password is looked at for everybody alike, and every failure reads the same (10401). Which it
 * was stands in the audit.
 */
export async function signIn(call: Call, sessions: SessionStore, input: Parsed<typeof login>): Promise<Reply<typeof login>> {
  const { db, services, caller } = call;
  const now = services.now();
  caller.note({ account: services.signInLog.shown(input.account) });
  const person = await services.directory.byAccount(db, input.account);
  const keys = attemptKeys(person?.account ?? input.account, caller.address);
  const needed = await needsPicture(db, keys, now);
  await reserveAttempt(db, keys, now);
  const verified = await spendVerification(db, { id: input.verifyId, answer: input.verifyCode, needed }, now);
  const look = await lookOrReturn(db, keys, person?.mayEnter ? person.uid : undefined, input.password);
  if (!verified || !look.fits || !person) {
    caller.note({ why: whyOf({ person, verified, look }) });
    throw new Refusal(code.signIn, {}, { needVerifyCode: await needsPicture(db, keys, now) });
  }
  // A full queue leaves the old hash for the next time.
  if (look.outdated)
    await renewHash(db, person.uid, input.password).catch((error: unknown) =>
      call.request.log.warn({ err: error }, 'A hash was not renewed'),
    );
  const grants = await services.access.grants(person.uid);
  return call.write(async (tx) => {
    await forgetFailures(tx, keys);
    caller.touch({ kind: 'employee', id: person.uid, name: person.name });
    return openFor(tx, call, sessions, { ...person, grants, mustChange: look.mustChange });
  });
}

function whyOf(found: { person: SignInPerson | undefined; verified: boolean; look: PasswordLook }): string {
  if (!found.person) return 'account';
  if (!found.person.mayEnter) return 'disabled';
  return found.look.fits ? 'picture' : 'password';
}

/** The password again, counted and queued like a sign-in; a mistake is an issue at this field. */
export async function confirmPassword(call: Call, password: string, path: string): Promise<void> {
  const { db, services, caller } = call;
  const keys = attemptKeys(caller.account, caller.address);
  await reserveAttempt(db, keys, services.now());
  const { fits } = await lookOrReturn(db, keys, caller.uid, password);
  if (!fits) throw new Refusal(code.signIn, {}, { path });
  await forgetFailures(db, keys);
}

async function lookOrReturn(db: Db, keys: AttemptKeys, uid: string | undefined, password: string): Promise<PasswordLook> {
  try {
    return await lookAtPassword(db, uid, password);
  } catch (error) {
    if (error instanceof Overload) await returnAttempt(db, keys);
    throw error;
  }
}

/** Whose session is started; the grants were read before the transaction, which keeps to its one connection. */
type Entering = Pick<SignInPerson, 'uid' | 'account' | 'name'> & { mustChange: boolean; grants: Grants };

/** Starts a session and answers it; a browser also gets the cookie that its token works with. */
export async function openFor(tx: Tx, call: Call, sessions: SessionStore, person: Entering): Promise<Reply<typeof login>> {
  const { request, response, services, caller } = call;
  const cookie = request.headers[browserHeader] === '1' ? randomBytes(32).toString('base64url') : null;
  const draft = { uid: person.uid, address: caller.address, userAgent: caller.userAgent, cookie };
  const { id, token, expiresAt } = await sessions.begin(tx, draft);
  await services.signInLog.write(tx, { ...entering(caller), kind: 'local', account: person.account, person, sessionId: id });
  if (cookie !== null) setSessionCookie(request, response, cookie);
  return {
    accessToken: token,
    expiresAt,
    mustChangePassword: person.mustChange,
    userInfo: {
      empInfoDto: { uid: person.uid, name: person.name, account: person.account },
      superAdmin: person.grants.superAdmin,
      roles: [...person.grants.roles],
      mustChangePassword: person.mustChange,
      confirmedAt: services.now(),
    },
  };
}

/** Somebody signs in, or goes on in a new session. */
const entering = ({ uid, address, userAgent }: Caller) => ({
  side: 'console' as const,
  event: uid === '' ? ('signIn' as const) : ('refresh' as const),
  address,
  userAgent,
});
