import type { FactorKind } from '#kit/common/session/sign-in-policy.ts';
import { wire, type SignedIn } from './session-wire.ts';

/** The calls of second factors, without their schemas: fetched with the step of the login page that needs them. A test holds each against its contract. */
const signedIn = { signedIn: true } as const;
type Nothing = Record<never, never>;

/** One of one's own second factors. */
export interface OwnFactor {
  id: string;
  kind: FactorKind;
  name: string;
  createdAt: number;
  usedAt: number | null;
}

/** What a browser's library makes of a passkey. */
export type PasskeyAnswer = Record<string, unknown>;

/** One's own second factors and what the policy says of them. */
export interface OwnFactors {
  list: OwnFactor[];
  recovery: number;
  kinds: FactorKind[];
  required: boolean;
  trusted: { id: string; userAgent: string; createdAt: number; expiresAt: number }[];
}

/** One's own second factors. */
export const factorList = wire<Nothing, OwnFactors>({ method: 'GET', path: 'sysConsole/factor/list', access: signedIn });
/** Begins to set up codes by an app. */
export const totpBegin = wire<Nothing, { secret: string; uri: string }>({
  method: 'POST',
  path: 'sysConsole/factor/totp/begin',
  access: signedIn,
});
/** Begins to set up a passkey. */
export const passkeyBegin = wire<Nothing, { options: Record<string, unknown> }>({
  method: 'POST',
  path: 'sysConsole/factor/passkey/begin',
  access: signedIn,
});
/** What setting one up answers. */
export interface FactorAdded {
  recoveryCodes: string[];
  session: SignedIn | null;
}
/** Keeps what was set up. */
export const factorAdd = wire<{ name: string; code?: string; passkey?: PasskeyAnswer }, FactorAdded>({
  method: 'POST',
  path: 'sysConsole/factor/add',
  access: signedIn,
});
/** Takes one away. */
export const factorRemove = wire<{ id: string }, null>({ method: 'POST', path: 'sysConsole/factor/delete', access: signedIn });
/** New recovery codes. */
export const recoveryRenew = wire<Nothing, { recoveryCodes: string[] }>({
  method: 'POST',
  path: 'sysConsole/factor/recovery/renew',
  access: signedIn,
});
/** Browsers that are asked again. */
export const trustEnd = wire<{ ids: string[] }, unknown>({ method: 'POST', path: 'sysConsole/factor/trust/end', access: signedIn });
/** The question for a passkey. */
export const factorAsk = wire<Nothing, { options: Record<string, unknown> }>({
  method: 'POST',
  path: 'sysConsole/factor/ask',
  access: signedIn,
});
/** Gives the second factor. */
export const factorVerify = wire<{ code?: string; passkey?: PasskeyAnswer; trustDevice?: boolean }, SignedIn>({
  method: 'POST',
  path: 'sysConsole/factor/verify',
  access: signedIn,
});
