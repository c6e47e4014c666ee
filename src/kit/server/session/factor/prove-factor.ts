import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Call } from '../../handle.ts';
import { asked } from './challenges.ts';
import { hostOf } from './factor-due.ts';
import { spendRecovery } from './recovery-codes.ts';

/** Where a secret of TOTP is sealed for. */
export const totpPlace = (id: string) => ({ table: 'factor', column: 'secret', row: id });

/** The step of the clock in which a code fits, one step early or late; undefined where it does not. */
export async function fittingStep(secret: string, code: string, now: number): Promise<number | undefined> {
  const { verify } = await import('otplib');
  const found = await verify({ secret, token: code, epoch: Math.floor(now / 1000), epochTolerance: 30 });
  return found.valid && 'timeStep' in found ? found.timeStep : undefined;
}

const isCode = (code: string): boolean => /^\d{6}$/.test(code);

/** Which factor a typed code proves: that of an app, each once, or a recovery code, each once. Undefined where it proves none. */
export async function proveCode(
  { db, services }: Pick<Call, 'db' | 'services'>,
  uid: string,
  typed: string,
): Promise<'totp' | 'recovery' | undefined> {
  const code = typed.replace(/\s/g, '');
  if (!isCode(code)) return (await spendRecovery(db, services.secrets, uid, code)) ? 'recovery' : undefined;
  const rows = await db.selectFrom('factor').selectAll().where('uid', '=', uid).where('kind', '=', 'totp').execute();
  const now = services.now();
  for (const { id, secret } of rows) {
    const step = secret === null ? undefined : await fittingStep(services.secrets.open(secret, totpPlace(id)), code, now);
    if (step === undefined) continue;
    // Of two that use the same code at the same time one comes in.
    const used = await db
      .updateTable('factor')
      .set({ last_step: step, used_at: now })
      .where('id', '=', id)
      .where((is) => is.or([is('last_step', 'is', null), is('last_step', '<', step)]))
      .executeTakeFirst();
    if (used.numUpdatedRows > 0n) return 'totp';
  }
  return undefined;
}

/** The origin that a passkey must have been used on. */
export const originOf = ({ services, request }: Pick<Call, 'services' | 'request'>): string =>
  services.settings.publicUrl ? new URL(services.settings.publicUrl).origin : `${request.protocol}://${request.host}`;

/** Whether a browser's answer proves one of the person's passkeys. */
export async function provePasskey(call: Call, uid: string, answer: unknown): Promise<boolean> {
  const { db, services, caller, request } = call;
  const now = services.now();
  const challenge = await asked(db, caller.sessionId ?? '', { purpose: 'prove', now });
  const response = answer as AuthenticationResponseJSON;
  const row = await db.selectFrom('factor').selectAll().where('uid', '=', uid).where('credential_id', '=', response.id).executeTakeFirst();
  if (!challenge || !row?.public_key) return false;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: originOf(call),
      expectedRPID: hostOf(call),
      credential: { id: response.id, publicKey: new Uint8Array(row.public_key), counter: row.sign_count },
      // A second factor beside a password: presence is enough where the device can't look at who is there.
      requireUserVerification: false,
    });
    if (!verified) return false;
    await db.updateTable('factor').set({ sign_count: authenticationInfo.newCounter, used_at: now }).where('id', '=', row.id).execute();
    return true;
  } catch (error) {
    // The library says by throwing what does not fit.
    request.log.info({ err: error }, 'A passkey was refused');
    return false;
  }
}
