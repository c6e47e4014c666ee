import { code } from '#kit/common/codes.ts';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import * as contract from '#kit/common/session/factor.contract.ts';
import { handle, type BoundRoute, type Call } from '../../handle.ts';
import { notFound, Refusal, wrongState } from '../../refusal.ts';
import { attemptKeys, forgetFailures, reserveAttempt } from '../attempts.ts';
import { localWay } from '../sign-in-ways.ts';
import { watchSignIn } from '../watch-sign-in.ts';
import { ask } from './challenges.ts';
import { addFactor, beginPasskey, beginTotp } from './enrol.ts';
import { hostOf, isRequired, kindsHere } from './factor-due.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { proveCode, provePasskey } from './prove-factor.ts';
import { renewRecovery } from './recovery-codes.ts';

/** One's own second factors, and giving one at the end of a sign-in or for a dangerous action. */
export const factorRoutes: readonly BoundRoute[] = [
  handle(contract.factorList, ownFactors),
  handle(contract.totpBegin, (call) => beginTotp(call)),
  handle(contract.passkeyBegin, (call) => beginPasskey(call)),
  handle(contract.factorAdd, (call, input) => addFactor(call, input)),
  handle(contract.factorRemove, removeFactor),
  handle(contract.recoveryRenew, async (call) => {
    const { caller, services, db } = call;
    const own = await db.selectFrom('factor').select('id').where('uid', '=', caller.uid).executeTakeFirst();
    if (!own) throw wrongState('none');
    return call.write(async (tx) => ({ recoveryCodes: await renewRecovery(tx, services.secrets, caller.uid) }));
  }),
  handle(contract.trustEnd, (call, { ids }) =>
    call.write(async (tx) => {
      const ended = await tx.deleteFrom('factor_trust').where('uid', '=', call.caller.uid).where('id', 'in', ids).executeTakeFirst();
      if (ended.numDeletedRows === 0n) throw notFound();
      return { count: Number(ended.numDeletedRows) };
    }),
  ),
  handle(contract.factorAsk, async (call) => {
    const { caller, services, db } = call;
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
    const own = await db.selectFrom('factor').select('credential_id').where('uid', '=', caller.uid).where('kind', '=', 'passkey').execute();
    const options = await generateAuthenticationOptions({
      rpID: hostOf(call),
      allowCredentials: own.flatMap(({ credential_id }) => (credential_id === null ? [] : [{ id: credential_id }])),
      userVerification: 'preferred',
    });
    await ask(db, caller.sessionId ?? '', { purpose: 'prove', value: options.challenge, now: services.now() });
    return { options: { ...options } };
  }),
  handle(contract.factorVerify, verifyFactor),
];

async function ownFactors(call: Call): Promise<Reply<typeof contract.factorList>> {
  const { db, caller, services } = call;
  const { uid } = caller;
  const [rows, codes, trusted] = await Promise.all([
    db.selectFrom('factor').selectAll().where('uid', '=', uid).orderBy('created_at').execute(),
    db.selectFrom('factor_recovery').select('uid').where('uid', '=', uid).execute(),
    db
      .selectFrom('factor_trust')
      .selectAll()
      .where('uid', '=', uid)
      .where('expires_at', '>', services.now())
      .orderBy('created_at')
      .execute(),
  ]);
  const { offered } = (await services.policy.now()).factor;
  const roles = caller.grants.roles.map(({ id }) => id);
  const required = await isRequired(call, { uid, roles });
  return {
    list: rows.map(({ id, kind, name, created_at, used_at }) => ({ id, kind, name, createdAt: created_at, usedAt: used_at })),
    recovery: codes.length,
    kinds: offered || required ? await kindsHere(call) : [],
    required,
    trusted: trusted.map(({ id, user_agent, created_at, expires_at }) => ({
      id,
      userAgent: user_agent,
      createdAt: created_at,
      expiresAt: expires_at,
    })),
  };
}

async function removeFactor(call: Call, { id }: Parsed<typeof contract.factorRemove>): Promise<null> {
  const { caller } = call;
  const required = await isRequired(call, { uid: caller.uid, roles: caller.grants.roles.map((role) => role.id) });
  return call.write(async (tx) => {
    const own = await tx.selectFrom('factor').select(['id', 'name', 'kind']).where('uid', '=', caller.uid).forUpdate().execute();
    const gone = own.find((one) => one.id === id);
    if (!gone) throw notFound();
    if (own.length === 1 && required) throw wrongState('required');
    await tx.deleteFrom('factor').where('id', '=', id).execute();
    // Without a factor there is nothing to recover, and no browser to be trusted.
    if (own.length === 1)
      for (const table of ['factor_recovery', 'factor_trust'] as const) await tx.deleteFrom(table).where('uid', '=', caller.uid).execute();
    caller.note({ factor: gone.kind, name: gone.name });
    return null;
  });
}

/** Guesses at the factor are counted as those at a password are, apart from them. */
async function verifyFactor(call: Call, input: Parsed<typeof contract.factorVerify>): Promise<Reply<typeof contract.factorVerify>> {
  const { caller, db, services } = call;
  const session = await db.selectFrom('session').select('way').where('id', '=', caller.sessionId).executeTakeFirst();
  const way = session?.way ?? localWay;
  if (caller.factorDue === 'enrol') throw wrongState('enrol');
  // A step-up of who has a password here asks for that.
  if (!caller.factorDue && way === localWay) throw wrongState(localWay);
  const keys = attemptKeys(`factor/${caller.uid}`, caller.address);
  const event = caller.factorDue ? 'refuse' : 'stepUp';
  const factor = await watchSignIn(call, { way, event }, async () => {
    await reserveAttempt(db, await services.policy.now(), keys, services.now());
    const proof = await proofOf(call, input);
    if (proof) return proof;
    caller.note({ why: 'factor' });
    throw new Refusal(code.signIn, {}, { path: 'code' });
  });
  await forgetFailures(db, keys);
  return call.write((tx) => finishSignIn(tx, call, { factor, trust: input.trustDevice }));
}

async function proofOf(call: Call, { code: typed, passkey }: Parsed<typeof contract.factorVerify>): Promise<string | undefined> {
  const { uid } = call.caller;
  if (passkey) return (await provePasskey(call, uid, passkey)) ? 'passkey' : undefined;
  return typed === undefined ? undefined : proveCode(call, uid, typed);
}
