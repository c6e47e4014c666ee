import { code } from '#kit/common/codes.ts';
import type { Call } from '../handle.ts';
import { Overload, Refusal } from '../refusal.ts';
import type { SignInEvent, SignInReason, SignInSide } from '#kit/common/session/sign-in-facts.ts';
import type { SignInEntry } from './sign-in-log.ts';
import { kindOfWay } from './way-kind.ts';

interface Watched {
  /** Code of the way. */
  way: string;
  event?: SignInEvent;
  /** What was typed as the account. */
  account?: string;
  /** Where; the console unless said. */
  side?: SignInSide;
  device?: SignInEntry['device'];
}

/** Runs a sign-in (or another proof of identity) and writes its refusal into the log of sign-ins. What is only counted there is left out of the audit too. */
export async function watchSignIn<T>(
  call: Call,
  { way, event = 'refuse', account, side = 'console', device }: Watched,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { caller, services } = call;
    // Nothing is typed where another system proved the person: the way said who it was.
    const typed = account ?? (caller.account || String(caller.note()?.['account'] ?? ''));
    const person = caller.uid === '' ? await services.directory.byAccount(call.db, typed) : caller;
    const written = await services.signInLog.write(call.db, {
      side,
      event,
      kind: await kindOfWay(services, call.db, way),
      reason: reasonOf(error, caller.note()?.['why']),
      account: typed,
      person,
      sessionId: caller.sessionId,
      address: caller.address,
      userAgent: caller.userAgent,
      ...(device && { device }),
    });
    error.isLogged = !written;
    throw error;
  }
}

const reasons: Readonly<Record<string, SignInReason>> = {
  account: 'unknownAccount',
  disabled: 'disabled',
  notFound: 'unknownAccount',
  several: 'unknownAccount',
  picture: 'pictureCode',
  password: 'wrongSecret',
  ticket: 'provider',
  // The password of this product opens nothing now: it is switched off, whoever comes.
  way: 'disabled',
  // The way is for others.
  audience: 'disabled',
  idle: 'disabled',
  addressRule: 'addressRule',
  timeRule: 'timeRule',
  factor: 'factorFailed',
};

function reasonOf(error: Refusal, why: unknown): SignInReason {
  if (error instanceof Overload) return 'busy';
  if (error.answer === code.tooMany) return 'locked';
  if (error.answer === code.sessionLimit) return 'busy';
  if (error.answer === code.otherSide) return 'provider';
  return reasons[String(why)] ?? 'wrongSecret';
}
