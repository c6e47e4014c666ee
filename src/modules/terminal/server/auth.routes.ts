import { hashPassword } from '#platform/password/password.ts';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { clientApi } from '#kit/common/client/client-facts.ts';
import { code } from '#kit/common/codes.ts';
import { handleClient, sessionOf, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import { notFound, Refusal } from '#kit/server/refusal.ts';
import { attemptKeys, forgetFailures, needsPicture, reserveAttempt } from '#kit/server/session/attempts.ts';
import { assertNew, assertPolicy, hasFactor, inPasswordQueue, storeHash } from '#kit/server/session/credentials.ts';
import { proveCode } from '#kit/server/session/factor/prove-factor.ts';
import { confirmPassword } from '#kit/server/session/sign-in.ts';
import { localWay } from '#kit/server/session/sign-in-ways.ts';
import { terminalVerificationsOf } from '#kit/server/session/verification.ts';
import { watchSignIn } from '#kit/server/session/watch-sign-in.ts';
import * as contract from '../common/auth.contract.ts';
import { houseOf } from './gate.ts';
import { login, otherWayRoutes } from './other-ways.ts';
import { refreshSession } from './refresh.ts';
import { beginSession, deviceOf, inWordsOfTerminals, wholeStage, writeSignIn } from './sign-in.ts';
import { openSessionsOf } from './session.routes.ts';
import './terminal.table.ts';
import { trustKey } from './trusted-key.ts';

/** Signing in at terminals, renewing and ending their sessions. */
export const authRoutes: readonly BoundClientRoute[] = [
  handleClient(contract.clientTime, async ({ services }) => ({
    serverTime: services.now(),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    clientApi: { ...clientApi },
  })),
  handleClient(contract.verifyGet, async ({ db, services, caller }, input) => {
    const now = services.now();
    const verifyId = await terminalVerificationsOf(services).begin(db, caller.address, now);
    const person = input.account === undefined ? undefined : await services.directory.byAccount(db, input.account);
    const keys = attemptKeys(person?.account ?? input.account ?? '', caller.address);
    return { verifyId, verifyTimestamp: now, needVerifyCode: await needsPicture(db, await services.policy.now(), keys, now) };
  }),
  handleClient(contract.verifyPicture, async ({ db, services, response, caller }, input) => {
    const picture = await terminalVerificationsOf(services).draw(db, input.verifyId, { address: caller.address, now: services.now() });
    await response.header('cache-control', 'no-store').type('image/svg+xml').send(picture);
    return null;
  }),
  handleClient(contract.clientLogin, login),
  ...otherWayRoutes,
  handleClient(contract.clientFactor, giveFactor),
  handleClient(contract.clientPassword, changePassword),
  handleClient(contract.clientRefresh, refreshSession),
  handleClient(contract.clientLogout, async (call, { all }) =>
    call.write(async (tx) => {
      const { id, way, factor } = sessionOf(call);
      await writeSignIn(tx, call, { person: call.caller, way, factor, sessionId: id, event: 'signOut' });
      return { count: await houseOf(call).sessions.end(tx, { uid: call.caller.uid, ...(!all && { ids: [id] }) }, 'employee') };
    }),
  ),
  handleClient(contract.clientSessions, ownSessions),
  handleClient(contract.clientSessionEnd, (call, { ids }) =>
    call.write(async (tx) => {
      const count = await houseOf(call).sessions.end(tx, { uid: call.caller.uid, ids }, 'employee');
      if (count === 0) throw notFound();
      return { count };
    }),
  ),
];

/** Guesses at the factor are counted as those at a password are, apart from them. */
async function giveFactor(
  call: ClientCall,
  input: ClientInput<typeof contract.clientFactor>,
): Promise<ClientReply<typeof contract.clientFactor>> {
  const { caller, db, services, terminal } = call;
  const session = sessionOf(call);
  const keys = attemptKeys(`factor/${caller.uid}`, caller.address);
  const watched = { way: session.way, side: 'client' as const, device: deviceOf(terminal) };
  const factor = await inWordsOfTerminals(23013, () =>
    watchSignIn(call, watched, async () => {
      await reserveAttempt(db, await services.policy.now(), keys, services.now());
      const proof = await proveCode(call, caller.uid, input.code);
      if (proof) return proof;
      caller.note({ why: 'factor' });
      throw new Refusal(code.signIn, {}, { path: 'code' });
    }),
  );
  await forgetFailures(db, keys);
  const grants = await services.access.grants(caller.uid);
  const { trustedDays } = (await services.policy.now()).factor;
  const whole = await wholeStage(call, caller.uid);
  return call.write(async (tx) => {
    const { must_change } = await tx
      .selectFrom('terminal_session')
      .select('must_change')
      .where('id', '=', session.id)
      .executeTakeFirstOrThrow();
    const stage = must_change ? 'password' : whole;
    await houseOf(call).sessions.advance(tx, session, { stage, factor });
    const entrant = {
      person: caller,
      way: session.way,
      strong: false,
      superAdmin: grants.superAdmin,
      roles: grants.roles.map(({ id }) => id),
    };
    await services.signIn?.entered(tx, entrant, services.now());
    if (input.trustDevice)
      await trustKey(tx, { uid: caller.uid, terminal, userAgent: caller.userAgent, days: trustedDays, now: services.now() });
    await writeSignIn(tx, call, { person: caller, way: session.way, factor, sessionId: session.id });
    return { stage, next: stage === 'full' ? null : stage };
  });
}

/** The sessions of the person end everywhere, and with the new password a new one of this terminal begins, in one transaction. */
export async function changePassword(
  call: ClientCall,
  input: ClientInput<typeof contract.clientPassword>,
): Promise<ClientReply<typeof contract.clientPassword>> {
  const { caller, services, db, terminal } = call;
  const session = sessionOf(call);
  // Whoever came in by another system has no password here that this could be.
  if (session.way !== localWay) throw new Refusal(23011);
  const watched = { way: localWay, event: 'stepUp' as const, side: 'client' as const, device: deviceOf(terminal) };
  await inWordsOfTerminals(23012, () => watchSignIn(call, watched, () => confirmPassword(call, input.old, 'old')));
  const given = { text: input.new, about: [caller.account, caller.name], secondFactor: await hasFactor(db, caller.uid) };
  assertPolicy(await services.policy.now(), given, 'new');
  await assertNew(call, { uid: caller.uid, password: input.new, path: 'new' });
  const hash = await inPasswordQueue(() => hashPassword(input.new));
  const stage = await wholeStage(call, caller.uid);
  return call.write(async (tx) => {
    await storeHash(tx, caller.uid, { hash, mustChange: false, now: services.now() });
    await services.sessions.endAll(tx, [caller.uid], 'password');
    // Whatever was trusted under the old password is no longer.
    await tx.deleteFrom('factor_trust').where('uid', '=', caller.uid).execute();
    caller.touch({ kind: 'employee', id: caller.uid, name: caller.name });
    const { way, factor } = session;
    const begun = await beginSession(tx, call, { person: caller, way, factor, stage, mustChange: false });
    await writeSignIn(tx, call, { person: caller, way, factor, sessionId: begun.id, event: 'refresh' });
    return begun;
  });
}

async function ownSessions({ db, caller, services }: ClientCall): Promise<ClientReply<typeof contract.clientSessions>> {
  const list = await openSessionsOf(db, caller.uid, services.now());
  return { list: list.map((one) => ({ ...one, current: one.id === caller.sessionId })) };
}
