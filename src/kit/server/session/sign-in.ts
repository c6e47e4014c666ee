import { code } from '#kit/common/codes.ts';
import type { login } from '#kit/common/session/session.contract.ts';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { SignInPerson } from '../directory.ts';
import type { Call } from '../handle.ts';
import { InvalidInput, Overload, Refusal } from '../refusal.ts';
import { attemptKeys, forgetFailures, needsPicture, reserveAttempt, returnAttempt, type AttemptKeys } from './attempts.ts';
import { isTooOld, lookAtPassword, renewHash, type PasswordLook } from './credentials.ts';
import { enter } from './enter.ts';
import type { SessionStore } from './open-sessions.ts';
import type { SignInEnd, Typed } from './sign-in-input.ts';
import { localWay } from './sign-in-ways.ts';
import { spendVerification } from './verification.ts';
import { signInByTicket, signInElsewhere } from './sign-in-elsewhere.ts';

/** Looks at an account and a password by one way, ours or another system's; every failure reads the same (10401). */
export function proveTyped<T>(call: Call, typed: Typed & { way: string }, end: SignInEnd<T>): Promise<T> {
  return typed.way === localWay ? signInHere(call, typed, end) : signInElsewhere(call, typed, end);
}

/** Signs in by the way that the input names. Every failure reads the same (10401); which it was stands in the audit. */
export function signIn(call: Call, sessions: SessionStore, input: Parsed<typeof login>): Promise<Reply<typeof login>> {
  const way = input.kind ?? localWay;
  call.caller.note({ way });
  if (input.ticket !== undefined) return signInByTicket(call, sessions, { way, ticket: input.ticket });
  return proveTyped(call, { ...typedOf(input), way }, { side: 'console', finish: (proven) => enter(call, sessions, proven) });
}

function typedOf({ account, password, verifyId, verifyCode, otp }: Parsed<typeof login>): Typed {
  if (account !== undefined && password !== undefined && verifyId !== undefined) return { account, password, verifyId, verifyCode, otp };
  const missing = Object.entries({ account, password, verifyId }).filter(([, value]) => value === undefined);
  throw new InvalidInput(missing.map(([path]) => ({ path, namespace: 'kit', key: 'issue.missing' })));
}

/** The attempt is counted first, and a password is looked at for everybody alike. */
async function signInHere<T>(call: Call, input: Typed, { side, finish }: SignInEnd<T>): Promise<T> {
  const { db, services, caller } = call;
  const now = services.now();
  caller.note({ account: services.signInLog.shown(input.account) });
  const person = await services.directory.byAccount(db, input.account);
  const keys = attemptKeys(person?.account ?? input.account, caller.address);
  const policy = await services.policy.now();
  const needed = await needsPicture(db, policy, keys, now);
  await reserveAttempt(db, policy, keys, now);
  const verified = await spendVerification(db, { id: input.verifyId, answer: input.verifyCode, needed }, now);
  const open = (await services.signIn?.localOpen(db, now, side)) ?? true;
  const look = await lookOrReturn(call, keys, person?.mayEnter ? person.uid : undefined, input.password);
  const ended = look.endsAt !== null && look.endsAt <= now;
  if (!verified || !look.fits || ended || !person || !open) {
    caller.note({ why: whyOf({ person, verified, look, ended }) });
    await services.signIn?.refused(db, localWay, now);
    throw new Refusal(code.signIn, {}, { needVerifyCode: await needsPicture(db, policy, keys, now) });
  }
  // A full queue leaves the old hash for the next time.
  if (look.outdated)
    await renewHash(db, person.uid, input.password).catch((error: unknown) =>
      call.request.log.warn({ err: error }, 'A hash was not renewed'),
    );
  const mustChange = look.mustChange || isTooOld(policy, look.changedAt, now);
  return finish({ person, way: localWay, strong: false, mustChange, keys, otp: input.otp });
}

function whyOf(found: { person: SignInPerson | undefined; verified: boolean; look: PasswordLook; ended: boolean }): string {
  if (!found.person) return 'account';
  if (!found.person.mayEnter) return 'disabled';
  if (!found.look.fits) return 'password';
  if (found.ended) return 'ended';
  return found.verified ? 'way' : 'picture';
}

/** The password again, counted and queued like a sign-in; a mistake is an issue at this field. */
export async function confirmPassword(call: Call, password: string, path: string): Promise<void> {
  const { db, services, caller } = call;
  const keys = attemptKeys(caller.account, caller.address);
  await reserveAttempt(db, await services.policy.now(), keys, services.now());
  const { fits } = await lookOrReturn(call, keys, caller.uid, password);
  if (!fits) throw new Refusal(code.signIn, {}, { path });
  await forgetFailures(db, keys);
}

async function lookOrReturn({ db, services }: Call, keys: AttemptKeys, uid: string | undefined, password: string): Promise<PasswordLook> {
  try {
    return await lookAtPassword(db, uid, password);
  } catch (error) {
    if (error instanceof Overload) await returnAttempt(db, keys, services.now());
    throw error;
  }
}
