import { hashPassword } from '#platform/password/password.ts';
import { code } from '#kit/common/codes.ts';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { getButton, getMenu } from '#kit/common/session/menu.contract.ts';
import * as contract from '#kit/common/session/session.contract.ts';
import type { Tx } from '../directory.ts';
import { handle, type BoundRoute, type Call } from '../handle.ts';
import { notFound, Refusal, wrongState } from '../refusal.ts';
import { attemptKeys, needsPicture } from './attempts.ts';
import { assertNew, assertPolicy, hasFactor, inPasswordQueue, storeHash } from './credentials.ts';
import { confirmingKinds } from './factor/factor-due.ts';
import { passwordPolicyOf } from './sign-in-policy.ts';
import { ownRoles } from '../access/own-roles.ts';
import { grantedButtons, menuTree, resourceVersion } from '../access/resources/menu-tree.ts';
import type { SignInEvent } from '#kit/common/session/sign-in-facts.ts';
import type { SessionStore } from './open-sessions.ts';
import { clearSessionCookie } from './session-cookie.ts';
import { openFor } from './enter.ts';
import { confirmPassword, signIn } from './sign-in.ts';
import type { SignInEntry } from './sign-in-log.ts';
import { localWay } from './sign-in-ways.ts';
import { verificationsOf } from './verification.ts';
import { watchSignIn } from './watch-sign-in.ts';
import { countNotified } from '../warning/mine.routes.ts';
import { kindOfWay } from './way-kind.ts';

const storeOf = (call: Call): SessionStore => call.services.sessions as SessionStore;

/** Sign-in, sessions and the granted menu. */
export function sessionRoutes(product: { version: string; build: string }): BoundRoute[] {
  return [
    ...beforeSignIn(product),
    handle(contract.getUser, getUser),
    handle(getMenu, async (call) => {
      await tag(call);
      return menuTree(call.services, call.caller);
    }),
    handle(getButton, async (call) => {
      await tag(call);
      return grantedButtons(call.services, call.caller);
    }),
    handle(contract.logout, async (call) => {
      const { caller, request, response } = call;
      // What is still to be done in another system is the browser's: nothing here waits for it.
      const elsewhere = await call.write(async (tx) => {
        await call.services.signInLog.write(tx, ownEntry(call, 'signOut', await kindOfSession(call, tx)));
        const next = caller.sessionId ? await call.services.signIn?.left(tx, caller.sessionId, call.services) : null;
        await storeOf(call).end(tx, caller.uid, caller.sessionId ? [caller.sessionId] : [], 'logout');
        return next ?? null;
      });
      clearSessionCookie(request, response);
      return elsewhere === null ? null : { elsewhere };
    }),
    handle(contract.viewEnd, endView),
    handle(contract.sessionList, ownSessions),
    handle(contract.sessionEnd, (call, input) =>
      call.write(async (tx) => {
        const ended = await storeOf(call).end(tx, call.caller.uid, input.ids, 'ended');
        if (ended === 0) throw notFound();
        call.caller.note({ sessions: input.ids });
        return { count: ended };
      }),
    ),
    handle(contract.confirm, async (call, input) => {
      await watchSignIn(call, { way: localWay, event: 'stepUp' }, () => confirmPassword(call, input.password, 'password'));
      const renewed = await call.write(async (tx) => {
        await call.services.signInLog.write(tx, ownEntry(call, 'stepUp', localWay));
        return storeOf(call).renew(tx, call.caller.sessionId ?? '');
      });
      if (!renewed) throw new Refusal(code.sessionEnded);
      return { accessToken: renewed.token, expiresAt: renewed.expiresAt };
    }),
    handle(contract.passwordPolicy, async ({ services }) => {
      const { contextWords = [], ...rules } = passwordPolicyOf(await services.policy.now());
      return { ...rules, contextWords: [...contextWords] };
    }),
    handle(contract.passwordUpdate, updatePassword),
  ];
}

function beforeSignIn(product: { version: string; build: string }): BoundRoute[] {
  return [
    handle(contract.mpVersion, async (call) => {
      const { banner, rememberAccount } = await call.services.policy.now();
      return {
        name: 'Wheelhouse',
        ...product,
        loginKinds: [...((await call.services.signIn?.entries(call)) ?? [localEntry(call)])],
        banner,
        rememberAccount,
      };
    }),
    handle(contract.getVerifyId, async ({ db, services, caller }, input) => {
      const now = services.now();
      const verifyId = await verificationsOf(services).begin(db, caller.address, now);
      const person = input.account === undefined ? undefined : await services.directory.byAccount(db, input.account);
      const keys = attemptKeys(person?.account ?? input.account ?? '', caller.address);
      return { verifyId, verifyTimestamp: now, needVerifyCode: await needsPicture(db, await services.policy.now(), keys, now) };
    }),
    handle(contract.verifyCode, async ({ db, services, response, caller }, input) => {
      const picture = await verificationsOf(services).draw(db, input.verifyId, { address: caller.address, now: services.now() });
      await response.header('cache-control', 'no-store').type('image/svg+xml').send(picture);
      return null;
    }),
    handle(contract.login, (call, input) =>
      watchSignIn(call, { way: input.kind ?? localWay, account: input.account }, () => signIn(call, storeOf(call), input)),
    ),
  ];
}

const localEntry = ({ services, caller }: Call) => ({
  code: localWay,
  kind: localWay,
  label: services.texts.text(caller.language, 'kit', 'session.kind.local'),
  icon: null,
  start: null,
});

/** Who has the menu and the buttons of this version already need not be told again. */
async function tag({ services, caller, response }: Call): Promise<void> {
  void response.header('etag', `"${await resourceVersion(services, caller)}"`);
}

/** A line of the log of sign-ins about who is calling. */
function ownEntry({ caller }: Call, event: SignInEvent, kind: string): SignInEntry {
  const { address, userAgent, account, sessionId } = caller;
  return { side: 'console', event, kind, account, person: caller, sessionId, address, userAgent };
}

/** By which kind of way the caller's session began. */
async function kindOfSession({ caller, services }: Call, tx: Tx): Promise<string> {
  const session = await tx.selectFrom('session').select('way').where('id', '=', caller.sessionId).executeTakeFirst();
  return kindOfWay(services, tx, session?.way ?? localWay);
}

/** Back to what one sees oneself; whoever does not look on as somebody else has nothing to end. */
function endView({ caller, services, write }: Call): Promise<null> {
  const { viewing } = caller;
  if (!viewing || caller.sessionId === null) throw wrongState('notViewing');
  const { sessionId } = caller;
  return write(async (tx) => {
    await services.sessions.end(tx, caller.uid, [sessionId], 'viewEnd');
    caller.touch({ kind: 'employee', id: viewing.uid, name: viewing.name });
    return null;
  });
}

async function getUser(call: Call): Promise<Reply<typeof contract.getUser>> {
  const { db, caller, services } = call;
  const licence = services.licence.note(caller);
  const row = await db.selectFrom('session').select(['ends_at', 'way']).where('id', '=', caller.sessionId).executeTakeFirst();
  return {
    empInfoDto: { uid: caller.uid, name: caller.name, account: caller.account },
    superAdmin: caller.grants.superAdmin,
    resourceVersion: await resourceVersion(services, caller),
    roles: await ownRoles(call),
    languages: [...services.languages],
    mustChangePassword: caller.mustChangePassword,
    confirmedAt: caller.confirmedAt,
    sessionExpiresAt: row?.ends_at ?? services.now(),
    viewing: caller.viewing ?? null,
    waitingApprovals: (await services.approvals?.waiting(services, caller)) ?? 0,
    ...(licence && { licence }),
    openWarnings: await countNotified(db, caller.uid),
    confirmWith: await confirmingKinds(db, caller.uid, row?.way ?? localWay),
  };
}

/** The old sessions end, and with the new password a new one begins, in one transaction. */
async function updatePassword(call: Call, input: Parsed<typeof contract.passwordUpdate>): Promise<Reply<typeof contract.passwordUpdate>> {
  const { caller, services, db } = call;
  await watchSignIn(call, { way: localWay, event: 'stepUp' }, () => confirmPassword(call, input.oldPassword, 'oldPassword'));
  const secondFactor = await hasFactor(db, caller.uid);
  const given = { text: input.newPassword, about: [caller.account, caller.name], secondFactor };
  assertPolicy(await services.policy.now(), given, 'newPassword');
  await assertNew(call, { uid: caller.uid, password: input.newPassword, path: 'newPassword' });
  const before = await db.selectFrom('session').select('factor').where('id', '=', caller.sessionId).executeTakeFirst();
  const hash = await inPasswordQueue(() => hashPassword(input.newPassword));
  return call.write(async (tx) => {
    await storeHash(tx, caller.uid, { hash, mustChange: false, now: services.now() });
    await services.sessions.endAll(tx, [caller.uid], 'password');
    // Browsers that were trusted under the old password are no longer.
    await tx.deleteFrom('factor_trust').where('uid', '=', caller.uid).execute();
    const factor = before?.factor ?? 'none';
    return openFor(tx, call, storeOf(call), { ...caller, way: localWay, mustChange: false, factor, step: null });
  });
}

async function ownSessions({ db, caller, services }: Call): Promise<Reply<typeof contract.sessionList>> {
  const now = services.now();
  const rows = await db
    .selectFrom('session')
    .select(['id', 'address', 'user_agent', 'created_at', 'seen_at'])
    .where('uid', '=', caller.uid)
    .where('ended_at', 'is', null)
    .where('view_as', 'is', null)
    .where('ends_at', '>', now)
    // One that has been idle for too long is over, although nothing has ended it.
    .where('seen_at', '>', now - ((await services.policy.now()).session.idleMinutes + 1) * 60_000)
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
