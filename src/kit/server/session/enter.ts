import { randomBytes } from 'node:crypto';
import type { login } from '#kit/common/session/session.contract.ts';
import type { Reply } from '#kit/common/contract.ts';
import type { Caller, Grants } from '../caller.ts';
import type { SignInPerson, Tx } from '../directory.ts';
import type { Call } from '../handle.ts';
import { forgetFailures, type AttemptKeys } from './attempts.ts';
import type { SessionStore } from './open-sessions.ts';
import { browserHeader, setSessionCookie } from './session-cookie.ts';
import { kindOfWay } from './way-kind.ts';

/** Who has proven to be who they are, and by what. */
export interface ProvenPerson {
  person: SignInPerson;
  way: string;
  strong: boolean;
  mustChange: boolean;
  /** Under which the attempt was counted; absent where no password was typed. */
  keys?: AttemptKeys;
}

/** The end of every sign-in: the rules for all ways have the last word, then the session begins. */
export async function enter(call: Call, sessions: SessionStore, proven: ProvenPerson): Promise<Reply<typeof login>> {
  const { services, caller } = call;
  const { person, way, strong, mustChange, keys } = proven;
  const grants = await services.access.grants(person.uid);
  const entrant = { person, way, strong, superAdmin: grants.superAdmin, roles: grants.roles.map(({ id }) => id) };
  await services.signIn?.admit(call, entrant);
  return call.write(async (tx) => {
    if (keys) await forgetFailures(tx, keys);
    await services.signIn?.entered(tx, entrant, services.now());
    caller.touch({ kind: 'employee', id: person.uid, name: person.name });
    return openFor(tx, call, sessions, { ...person, way, grants, mustChange });
  });
}

/** Whose session is started; the grants were read before the transaction, which keeps to its one connection. */
type Entering = Pick<SignInPerson, 'uid' | 'account' | 'name'> & { way: string; mustChange: boolean; grants: Grants };

/** Starts a session and answers it; a browser also gets the cookie that its token works with. */
export async function openFor(tx: Tx, call: Call, sessions: SessionStore, person: Entering): Promise<Reply<typeof login>> {
  const { request, response, services, caller } = call;
  const cookie = request.headers[browserHeader] === '1' ? randomBytes(32).toString('base64url') : null;
  const draft = { uid: person.uid, address: caller.address, userAgent: caller.userAgent, cookie, way: person.way };
  const { id, token, expiresAt } = await sessions.begin(tx, draft);
  const kind = await kindOfWay(services, tx, person.way);
  await services.signInLog.write(tx, { ...entering(caller), kind, account: person.account, person, sessionId: id });
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
