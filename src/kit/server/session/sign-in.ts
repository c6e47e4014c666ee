import { randomBytes } from 'node:crypto';
import { code } from '#kit/common/codes.ts';
import type { login } from '#kit/common/session/session.contract.ts';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { BusyError } from '#platform/password/work-queue.ts';
import type { Db, SignInPerson } from '../directory.ts';
import type { Call } from '../handle.ts';
import { Refusal } from '../refusal.ts';
import { attemptKeys, forgetFailures, needsPicture, reserveAttempt } from './attempts.ts';
import { passwordFits } from './credentials.ts';
import type { SessionStore } from './open-sessions.ts';
import { spendVerification } from './verification.ts';

/** Signs in: the attempt is counted first, the password is hashed for everybody alike, and every failure reads the same (10401). */
export async function signIn(call: Call, sessions: SessionStore, input: Parsed<typeof login>): Promise<Reply<typeof login>> {
  const { db, services, caller } = call;
  const now = services.now();
  const keys = attemptKeys(input.account, caller.address);
  caller.note({ account: input.account });
  const needed = await needsPicture(db, keys, now);
  await reserveAttempt(db, keys, now);
  const verified = await spendVerification(db, { id: input.verifyId, answer: input.verifyCode, needed }, now);
  const person = await services.directory.byAccount(db, input.account);
  const fits = await inQueue(() => passwordFits(db, person?.mayEnter ? person.uid : undefined, input.password));
  if (!verified || !fits || !person) throw new Refusal(code.signIn, {}, { needVerifyCode: await needsPicture(db, keys, now) });
  await forgetFailures(db, keys);
  return openFor(call, sessions, person);
}

/** The password again, counted and queued like a sign-in. */
export async function confirmPassword(call: Call, password: string, path: string): Promise<void> {
  const { db, services, caller } = call;
  const keys = attemptKeys(caller.account, caller.address);
  await reserveAttempt(db, keys, services.now());
  if (!(await inQueue(() => passwordFits(db, caller.uid, password)))) throw new Refusal(code.signIn, {}, { path });
  await forgetFailures(db, keys);
}

async function inQueue(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BusyError) throw new Refusal(code.tooMany, { seconds: error.retryAfter }, { retryAfter: error.retryAfter });
    throw error;
  }
}

/** Starts a session and answers it; a browser also gets the cookie that its token works with. */
export async function openFor(call: Call, sessions: SessionStore, person: SignInPerson): Promise<Reply<typeof login>> {
  const { db, request, response } = call;
  const cookie = request.headers['x-wheelhouse-browser'] === '1' ? randomBytes(32).toString('base64url') : null;
  const { token, expiresAt } = await sessions.begin(db, { uid: person.uid, address: request.ip, userAgent: call.caller.userAgent, cookie });
  if (cookie !== null) {
    const secure = request.protocol === 'https';
    response.header('set-cookie', `${secure ? '__Host-' : ''}wh=${cookie}; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`);
  }
  const mustChangePassword = await mustChange(db, person.uid);
  const grants = await call.services.access.grants(person.uid);
  return {
    accessToken: token,
    expiresAt,
    mustChangePassword,
    userInfo: {
      empInfoDto: { uid: person.uid, name: person.name, account: person.account },
      superAdmin: grants.superAdmin,
      roles: [...grants.roles],
      mustChangePassword,
      confirmedAt: call.services.now(),
    },
  };
}

async function mustChange(db: Db, uid: string): Promise<boolean> {
  const row = await db.selectFrom('credential').select('must_change').where('uid', '=', uid).executeTakeFirst();
  return row?.must_change ?? false;
}
