import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { code } from '#kit/common/codes.ts';
import type { factorStep, login } from '#kit/common/session/session.contract.ts';
import type { Reply } from '#kit/common/contract.ts';
import type { Caller, Grants } from '../caller.ts';
import type { SignInPerson, Tx } from '../directory.ts';
import type { Call } from '../handle.ts';
import { Refusal } from '../refusal.ts';
import { forgetFailures, type AttemptKeys } from './attempts.ts';
import { factorStepOf } from './factor/factor-due.ts';
import { proveCode } from './factor/prove-factor.ts';
import type { SessionStore } from './open-sessions.ts';
import { browserHeader, setSessionCookie } from './session-cookie.ts';
import { kindOfWay } from './way-kind.ts';

/** Person who has proven their identity, and by which means. */
export interface ProvenPerson {
  person: SignInPerson;
  way: string;
  strong: boolean;
  mustChange: boolean;
  /** Under which the attempt was counted; absent where no password was typed. */
  keys?: AttemptKeys;
  /** A code of the second factor that came along. */
  otp?: string | undefined;
  /** What another system knows the session by. */
  link?: string | undefined;
}

/** The end of every sign-in: the rules for all ways have the last word, then the session begins, whole or waiting for its second factor. */
export async function enter(call: Call, sessions: SessionStore, proven: ProvenPerson): Promise<Reply<typeof login>> {
  const { services, caller } = call;
  const { person, way, strong, mustChange, keys, otp, link } = proven;
  const grants = await services.access.grants(person.uid);
  const entrant = { person, way, strong, superAdmin: grants.superAdmin, roles: grants.roles.map(({ id }) => id) };
  const { factor: demanded } = (await services.signIn?.admit(call, entrant)) ?? { factor: false };
  let factor = strong ? 'byProvider' : 'none';
  let step = strong ? null : await factorStepOf(call, { uid: person.uid, roles: entrant.roles, demanded });
  if (step && otp !== undefined) {
    const proof = await proveCode(call, person.uid, otp);
    if (!proof) {
      caller.note({ why: 'factor' });
      throw new Refusal(code.signIn);
    }
    factor = proof;
    step = null;
  }
  return call.write(async (tx) => {
    if (keys) await forgetFailures(tx, keys);
    if (!step) await services.signIn?.entered(tx, entrant, services.now());
    else caller.note({ factor: step.due });
    caller.touch({ kind: 'employee', id: person.uid, name: person.name });
    return openFor(tx, call, sessions, { ...person, way, grants, mustChange, factor, step, link });
  });
}

type Step = z.output<typeof factorStep> | null;

/** Whose session is started; the grants were read before the transaction, which keeps to its one connection. */
type Entering = Pick<SignInPerson, 'uid' | 'account' | 'name'> & {
  way: string;
  mustChange: boolean;
  grants: Grants;
  factor: string;
  step: Step;
  link?: string | undefined;
};

/** Starts a session and answers it; a browser also gets the cookie that its token works with. One that waits for its factor is no sign-in yet. */
export async function openFor(tx: Tx, call: Call, sessions: SessionStore, person: Entering): Promise<Reply<typeof login>> {
  const { request, response, services, caller } = call;
  const { factor, step } = person;
  const cookie = request.headers[browserHeader] === '1' ? randomBytes(32).toString('base64url') : null;
  const { address, userAgent } = caller;
  const draft = { uid: person.uid, address, userAgent, cookie, way: person.way, factor, factorDue: step?.due ?? null };
  const { id, token, expiresAt } = await sessions.begin(tx, draft);
  if (person.link !== undefined) await services.signIn?.began(tx, { id, uid: person.uid, way: person.way, link: person.link }, services);
  const kind = await kindOfWay(services, tx, person.way);
  if (!step) await services.signInLog.write(tx, { ...entering(caller), kind, factor, account: person.account, person, sessionId: id });
  if (cookie !== null) setSessionCookie(request, response, cookie);
  return { ...signedInAs(call, person, person.mustChange), accessToken: token, expiresAt, factor: step };
}

/** Signed-in person, as the console shows them. */
export function signedInAs(
  { services }: Call,
  { uid, name, account, grants }: Pick<Entering, 'uid' | 'name' | 'account' | 'grants'>,
  mustChangePassword: boolean,
): Pick<Reply<typeof login>, 'mustChangePassword' | 'userInfo'> {
  return {
    mustChangePassword,
    userInfo: {
      empInfoDto: { uid, name, account },
      superAdmin: grants.superAdmin,
      roles: [...grants.roles],
      mustChangePassword,
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
