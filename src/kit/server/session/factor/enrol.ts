import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { code } from '#kit/common/codes.ts';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type * as contract from '#kit/common/session/factor.contract.ts';
import type { FactorKind } from '#kit/common/session/sign-in-policy.ts';
import type { Call } from '../../handle.ts';
import { newId } from '../../ids.ts';
import { InvalidInput, Refusal, wrongState } from '../../refusal.ts';
import { ask, asked } from './challenges.ts';
import { hostOf, isRequired, kindsHere } from './factor-due.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { fittingStep, originOf, totpPlace } from './prove-factor.ts';
import { renewRecovery } from './recovery-codes.ts';

const freshMillis = 5 * 60_000;
const mostFactors = 10;

/** Who may set up a factor: somebody who confirmed a moment ago, or whose sign-in waits for just this. */
async function assertMayEnrol(call: Call, kind: FactorKind): Promise<void> {
  const { caller, services, db } = call;
  // Whoever has one gives it first: a password alone must not add another.
  if (caller.factorDue === 'confirm') throw new Refusal(code.factorDue);
  if (!caller.factorDue && services.now() - caller.confirmedAt > freshMillis) throw new Refusal(code.stepUp);
  const { offered } = (await services.policy.now()).factor;
  const roles = caller.grants.roles.map(({ id }) => id);
  const mayHave = offered || caller.factorDue === 'enrol' || (await isRequired(call, { uid: caller.uid, roles }));
  if (!mayHave || !(await kindsHere(call)).includes(kind)) throw wrongState(kind);
  const own = await db.selectFrom('factor').select('id').where('uid', '=', caller.uid).execute();
  if (own.length >= mostFactors) throw wrongState('full');
}

const sessionOf = ({ caller }: Call): string => caller.sessionId ?? '';

/** A new secret for an app. It is kept sealed until a code has proven that the app has it. */
export async function beginTotp(call: Call): Promise<Reply<typeof contract.totpBegin>> {
  await assertMayEnrol(call, 'totp');
  const { generateSecret, generateURI } = await import('otplib');
  const { caller, services, db } = call;
  const secret = generateSecret();
  const value = services.secrets.seal(secret, totpPlace(sessionOf(call)));
  await ask(db, sessionOf(call), { purpose: 'totp', value, now: services.now() });
  return { secret, uri: generateURI({ issuer: 'Wheelhouse', label: caller.account, secret }) };
}

/** A question to the browser for a new passkey; those that the person has are named, so that none is made twice. */
export async function beginPasskey(call: Call): Promise<Reply<typeof contract.passkeyBegin>> {
  await assertMayEnrol(call, 'passkey');
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const { caller, services, db } = call;
  const known = await db.selectFrom('factor').select('credential_id').where('uid', '=', caller.uid).where('kind', '=', 'passkey').execute();
  const options = await generateRegistrationOptions({
    rpName: 'Wheelhouse',
    rpID: hostOf(call),
    userName: caller.account,
    userDisplayName: caller.name,
    userID: new TextEncoder().encode(caller.uid),
    attestationType: 'none',
    excludeCredentials: known.flatMap(({ credential_id }) => (credential_id === null ? [] : [{ id: credential_id }])),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  await ask(db, sessionOf(call), { purpose: 'enrol', value: options.challenge, now: services.now() });
  return { options: { ...options } };
}

/** What was proven to work, as it is kept. */
interface Enrolled {
  id: string;
  kind: FactorKind;
  secret?: string;
  last_step?: number;
  credential_id?: string;
  public_key?: Buffer;
  sign_count?: number;
}

const wrong = (path: string): InvalidInput => new InvalidInput([{ path, namespace: 'kit', key: 'factor.wrong' }]);

async function enrolledTotp(call: Call, typed: string): Promise<Enrolled> {
  const { services, db } = call;
  const sealed = await asked(db, sessionOf(call), { purpose: 'totp', now: services.now() });
  const secret = sealed === undefined ? undefined : services.secrets.open(sealed, totpPlace(sessionOf(call)));
  const step = secret && (await fittingStep(secret, typed.replace(/\s/g, ''), services.now()));
  if (!secret || !step) throw wrong('code');
  const id = newId();
  return { id, kind: 'totp', secret: services.secrets.seal(secret, totpPlace(id)), last_step: step };
}

async function enrolledPasskey(call: Call, answer: unknown): Promise<Enrolled> {
  const { services, db, request } = call;
  const challenge = await asked(db, sessionOf(call), { purpose: 'enrol', now: services.now() });
  if (!challenge) throw wrong('passkey');
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const found = await verifyRegistrationResponse({
    response: answer as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: originOf(call),
    expectedRPID: hostOf(call),
    requireUserVerification: false,
  }).catch((error: unknown) => {
    request.log.info({ err: error }, 'A new passkey was refused');
    return undefined;
  });
  if (!found?.verified) throw wrong('passkey');
  const { credential } = found.registrationInfo;
  return {
    id: newId(),
    kind: 'passkey',
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    sign_count: credential.counter,
  };
}

/** Keeps what was set up; a sign-in that waited for it goes on. */
export async function addFactor(call: Call, input: Parsed<typeof contract.factorAdd>): Promise<Reply<typeof contract.factorAdd>> {
  const { caller, services, db } = call;
  const { name, code: typed, passkey } = input;
  if ((typed === undefined) === (passkey === undefined)) throw wrong('code');
  await assertMayEnrol(call, passkey ? 'passkey' : 'totp');
  const enrolled = passkey ? await enrolledPasskey(call, passkey) : await enrolledTotp(call, typed ?? '');
  const isFirst = !(await db.selectFrom('factor').select('id').where('uid', '=', caller.uid).executeTakeFirst());
  return call.write(async (tx) => {
    await tx
      .insertInto('factor')
      .values({
        uid: caller.uid,
        name,
        secret: null,
        last_step: null,
        credential_id: null,
        public_key: null,
        transports: '[]',
        created_at: services.now(),
        used_at: null,
        ...enrolled,
      })
      .execute();
    await tx.deleteFrom('factor_challenge').where('session_id', '=', sessionOf(call)).execute();
    caller.note({ factor: enrolled.kind, name });
    const recoveryCodes = isFirst ? await renewRecovery(tx, services.secrets, caller.uid) : [];
    const session = caller.factorDue === 'enrol' ? await finishSignIn(tx, call, { factor: enrolled.kind, trust: false }) : null;
    return { id: enrolled.id, recoveryCodes, session };
  });
}
