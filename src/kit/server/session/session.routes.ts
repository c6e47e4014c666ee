import * as contract from '#kit/common/session/session.contract.ts';
import { handle, type BoundRoute, type Call } from '../handle.ts';
import { notFound } from '../refusal.ts';
import { attemptKeys, needsPicture } from './attempts.ts';
import { assertPolicy, policyInForce, storePassword } from './credentials.ts';
import { grantedButtons, menuTree } from '../access/menu-tree.ts';
import type { SessionStore } from './open-sessions.ts';
import { confirmPassword, openFor, signIn } from './sign-in.ts';
import { beginVerification, drawVerification } from './verification.ts';

const storeOf = (call: Call): SessionStore => call.services.sessions as SessionStore;

/** Sign-in, sessions and the granted menu. */
export function sessionRoutes(product: { version: string; build: string }): BoundRoute[] {
  return [
    handle(contract.mpVersion, async () => ({ name: 'Wheelhouse', ...product })),
    handle(contract.getVerifyId, async ({ db, services, caller }, input) => {
      const now = services.now();
      const needVerifyCode = await needsPicture(db, attemptKeys(input.account ?? '', caller.address), now);
      return { verifyId: await beginVerification(db, now), verifyTimestamp: now, needVerifyCode };
    }),
    handle(contract.verifyCode, async ({ db, services, response }, input) => {
      const picture = await drawVerification(db, input.verifyId, services.now());
      await response.header('cache-control', 'no-store').type('image/svg+xml').send(picture);
      return null;
    }),
    handle(contract.login, (call, input) => signIn(call, storeOf(call), input)),
    handle(contract.getUser, async ({ caller }) => ({
      empInfoDto: { uid: caller.uid, name: caller.name, account: caller.account },
      superAdmin: caller.grants.superAdmin,
      roles: [...caller.grants.roles],
      mustChangePassword: caller.mustChangePassword,
      confirmedAt: caller.confirmedAt,
    })),
    handle(contract.getMenu, async ({ services, caller }) => menuTree(services, caller)),
    handle(contract.getButton, async ({ services, caller }) => grantedButtons(services, caller)),
    handle(contract.logout, (call) =>
      call.write(async (tx) => {
        if (call.caller.sessionId) await storeOf(call).end(tx, call.caller.uid, [call.caller.sessionId], 'logout');
        return null;
      }),
    ),
    handle(contract.sessionList, ownSessions),
    handle(contract.sessionEnd, (call, input) =>
      call.write(async (tx) => {
        const ended = await storeOf(call).end(tx, call.caller.uid, input.ids, 'ended');
        if (ended === 0) throw notFound();
        await call.services.live.send({ uid: call.caller.uid }, 'session', { sessionIds: input.ids, code: 65003 });
        return { count: ended };
      }),
    ),
    handle(contract.confirm, async (call, input) => {
      await confirmPassword(call, input.password, 'password');
      return call.write(async (tx) => ({ accessToken: await storeOf(call).renew(tx, call.caller.sessionId ?? '') }));
    }),
    handle(contract.passwordPolicy, async () => policyInForce),
    handle(contract.passwordChange, async (call, input) => {
      const { caller, services } = call;
      await confirmPassword(call, input.oldPassword, 'oldPassword');
      assertPolicy(input.newPassword, [caller.account, caller.name], 'newPassword');
      await call.write(async (tx) => {
        await storePassword(tx, caller.uid, { text: input.newPassword, mustChange: false, now: services.now() });
        await services.sessions.endAll(tx, [caller.uid], 'password');
      });
      const { uid, account, name } = caller;
      return openFor(call, storeOf(call), { uid, account, name, email: null, mayEnter: true });
    }),
  ];
}

async function ownSessions({ db, caller, services }: Call) {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'address', 'user_agent', 'created_at', 'seen_at'])
    .where('uid', '=', caller.uid)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', services.now())
    .orderBy('seen_at', 'desc')
    .limit(50)
    .execute();
  return {
    list: rows.map((row) => ({
      id: row.id,
      address: row.address,
      userAgent: row.user_agent,
      createdAt: row.created_at,
      lastSeenAt: row.seen_at,
      current: row.id === caller.sessionId,
    })),
  };
}
