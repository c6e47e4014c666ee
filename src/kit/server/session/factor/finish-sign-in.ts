import { code } from '#kit/common/codes.ts';
import type { login } from '#kit/common/session/session.contract.ts';
import type { Reply } from '#kit/common/contract.ts';
import type { Tx } from '../../directory.ts';
import type { Call } from '../../handle.ts';
import { Refusal } from '../../refusal.ts';
import { signedInAs } from '../enter.ts';
import type { SessionStore } from '../open-sessions.ts';
import { localWay } from '../sign-in-ways.ts';
import { kindOfWay } from '../way-kind.ts';
import { trustBrowser } from './trusted-browser.ts';

/** The second factor is there: the session that waited for it is whole, or one that is whole is confirmed again. */
export async function finishSignIn(
  tx: Tx,
  call: Call,
  { factor, trust }: { factor: string; trust: boolean },
): Promise<Reply<typeof login>> {
  const { caller, services } = call;
  const sessions = services.sessions as SessionStore;
  const waiting = caller.factorDue !== null && caller.factorDue !== undefined;
  const sessionId = caller.sessionId ?? '';
  const row = await tx.selectFrom('session').select('way').where('id', '=', sessionId).executeTakeFirst();
  const way = row?.way ?? localWay;
  const renewed = await sessions.renew(tx, sessionId, factor);
  if (!renewed) throw new Refusal(code.sessionEnded);
  const { uid, name, account, address, userAgent, grants } = caller;
  if (waiting) {
    const roles = grants.roles.map(({ id }) => id);
    const entrant = { person: { uid, name, account }, way, strong: false, superAdmin: grants.superAdmin, roles };
    await services.signIn?.entered(tx, entrant, services.now());
  }
  if (trust) await trustBrowser(tx, call, uid);
  await services.signInLog.write(tx, {
    side: 'console',
    event: waiting ? 'signIn' : 'stepUp',
    kind: await kindOfWay(services, tx, way),
    factor,
    account,
    person: caller,
    sessionId,
    address,
    userAgent,
  });
  caller.note({ factor });
  return { ...signedInAs(call, caller, caller.mustChangePassword), accessToken: renewed.token, expiresAt: renewed.expiresAt, factor: null };
}
