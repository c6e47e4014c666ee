import { code } from '#kit/common/codes.ts';
import type { login } from '#kit/common/session/session.contract.ts';
import type { Reply } from '#kit/common/contract.ts';
import type { Call } from '../handle.ts';
import { notFound, Overload, Refusal } from '../refusal.ts';
import { attemptKeys, needsPicture, reserveAttempt, returnAttempt } from './attempts.ts';
import { enter } from './enter.ts';
import type { SessionStore } from './open-sessions.ts';
import type { SignInEnd, Typed } from './sign-in-input.ts';
import type { SignInWays } from '../services.ts';
import type { Found } from './sign-in-ways.ts';
import { spendVerification } from './verification.ts';

/** A password that another system looks at. Counted like one of ours, but apart, so that nobody's own password is locked by it. */
export async function signInElsewhere<T>(call: Call, input: Typed & { way: string }, { side, finish }: SignInEnd<T>): Promise<T> {
  const { db, services, caller } = call;
  const now = services.now();
  const ways = waysOf(call);
  caller.note({ account: input.account });
  const keys = attemptKeys(`${input.way}/${input.account}`, caller.address);
  const policy = await services.policy.now();
  const needed = await needsPicture(db, policy, keys, now);
  await reserveAttempt(db, policy, keys, now);
  const verified = await spendVerification(db, { id: input.verifyId, answer: input.verifyCode, needed }, now);
  let found: Found = { person: undefined, why: 'picture' };
  try {
    // A password does not leave the house for who did not read the picture.
    if (verified) found = await ways.byPassword(call, { ...input, side });
  } catch (error) {
    // Nothing was found out about the password, so nothing is counted.
    if (error instanceof Overload || (error instanceof Refusal && error.answer !== code.signIn)) await returnAttempt(db, keys, now);
    throw error;
  }
  const { person, why, strong = false } = found;
  if (person) return finish({ person, way: input.way, strong, mustChange: false, keys, otp: input.otp });
  caller.note({ why });
  await ways.refused(db, input.way, now);
  throw new Refusal(code.signIn, {}, { needVerifyCode: await needsPicture(db, policy, keys, now) });
}

/** The end of a sign-in in another place: its ticket, once. */
export async function signInByTicket(
  call: Call,
  sessions: SessionStore,
  given: { way: string; ticket: string },
): Promise<Reply<typeof login>> {
  const { person, why, strong = false, link } = await waysOf(call).byTicket(call, given);
  if (person) return enter(call, sessions, { person, way: given.way, strong, mustChange: false, link });
  call.caller.note({ why });
  throw new Refusal(code.signIn);
}

function waysOf({ services }: Call): SignInWays {
  if (!services.signIn) throw notFound();
  return services.signIn;
}
