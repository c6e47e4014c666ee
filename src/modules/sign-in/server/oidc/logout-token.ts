import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import type * as client from 'openid-client';
import type { Outbound } from '#platform/outbound/outbound.ts';
import { AnswerRefused, type RefusalReason } from '../answer-refused.ts';
import { failureOf } from '../failure.ts';
import type { Ended } from '../redirect-way.ts';
import { guardedFetch } from './oidc-client.ts';

const event = 'http://schemas.openid.net/event/backchannel-logout';
const skewSeconds = 60;
/** A token is for now: what is older was kept back. */
const mostAgeSeconds = 10 * 60;
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
const types: ReadonlySet<string> = new Set(['logout+jwt', 'application/logout+jwt', 'jwt']);

const keySets = new WeakMap<client.Configuration, JWTVerifyGetKey>();

function keysOf(outbound: Outbound, provider: client.Configuration, ca: string): JWTVerifyGetKey {
  const known = keySets.get(provider);
  if (known) return known;
  const { jwks_uri: address } = provider.serverMetadata();
  if (address === undefined) throw new AnswerRefused('signature');
  const guarded = guardedFetch(outbound, ca);
  const keys = createRemoteJWKSet(new URL(address), {
    timeoutDuration: 8_000,
    [customFetch]: (url, { headers, signal }) =>
      guarded(url, { headers: Object.fromEntries(headers), method: 'GET', body: undefined, redirect: 'manual', signal }),
  });
  keySets.set(provider, keys);
  return keys;
}

/** Whom a logout token is about (OpenID Connect Back-Channel Logout 1.0, 2.4 and 2.6). */
export async function loggedOutBy(
  outbound: Outbound,
  { provider, clientId, ca }: { provider: client.Configuration; clientId: string; ca: string },
  token: string,
): Promise<Ended> {
  const { issuer } = provider.serverMetadata();
  const keys = keysOf(outbound, provider, ca);
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer,
    audience: clientId,
    algorithms,
    clockTolerance: skewSeconds,
    maxTokenAge: mostAgeSeconds,
    requiredClaims: ['iat', 'jti', 'events'],
  }).catch((error: unknown) => Promise.reject(refusedBy(error)));
  if (!types.has((protectedHeader.typ ?? 'jwt').toLowerCase())) throw new AnswerRefused('document');
  const { sub, sid, jti = '' } = payload;
  const subject = typeof sub === 'string' && sub !== '' ? sub : null;
  const key = typeof sid === 'string' && sid !== '' ? sid : null;
  // A proof of identity has a nonce and tells of no event: it may not pass for this.
  if (!isEvent(payload) || 'nonce' in payload || (subject === null && key === null)) throw new AnswerRefused('document');
  const until = ((payload.iat ?? 0) + mostAgeSeconds + 2 * skewSeconds) * 1000;
  return { message: { id: jti, until }, subject, key };
}

function isEvent({ events }: JWTPayload): boolean {
  return typeof events === 'object' && events !== null && event in events;
}

const byClaim: Readonly<Record<string, RefusalReason>> = { iss: 'issuer', aud: 'audience', iat: 'time', exp: 'time', nbf: 'time' };

function refusedBy(error: unknown): Error {
  if (error instanceof errors.JWTExpired) return new AnswerRefused('time', error);
  if (error instanceof errors.JWTClaimValidationFailed)
    return new AnswerRefused(error.reason === 'missing' ? 'document' : (byClaim[error.claim] ?? 'document'), error);
  if (error instanceof errors.JWTInvalid || error instanceof errors.JWSInvalid) return new AnswerRefused('document', error);
  if (
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JOSENotSupported
  )
    return new AnswerRefused('signature', error);
  return failureOf(error);
}
