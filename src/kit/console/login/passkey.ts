import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { factorAsk, passkeyBegin, type PasskeyAnswer } from '../boot/factor-wire.ts';
import { call } from '../call/call.ts';

/** Asks the browser for a passkey of the person's; throws where the person gives none. */
export async function givePasskey(): Promise<PasskeyAnswer> {
  const { options } = await call(factorAsk, {}, { silent: true });
  return { ...(await startAuthentication({ optionsJSON: options as object as PublicKeyCredentialRequestOptionsJSON })) };
}

/** Lets the browser make a new passkey. */
export async function makePasskey(): Promise<PasskeyAnswer> {
  const { options } = await call(passkeyBegin, {}, { silent: true });
  return { ...(await startRegistration({ optionsJSON: options as object as PublicKeyCredentialCreationOptionsJSON })) };
}
