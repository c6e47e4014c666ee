import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { GateRequest } from '#kit/server/client/terminal-gate.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { bodyDigest } from '#kit/server/http/strict-body.ts';

/** How far the clock of a terminal may be off; it learns the time by GET /client/time and from every answer. */
const skewMillis = 120_000;
/** A proof is remembered for as long as it could be shown again. */
export const proofLifeMillis = 2 * skewMillis;
const longest = 4_096;

/** A proof that holds. */
export interface Proven {
  /** RFC 7638 thumbprint of the key. */
  thumbprint: string;
  /** Of the key and the proof's own id: the same hash is the same proof. */
  hash: Buffer;
}

/** What a proof is held against. */
export interface ProofFacts {
  request: GateRequest;
  /** Origins by which this server is called. */
  origins: readonly string[];
  /** The token that comes with the call; undefined where none is asked for. */
  accessToken: string | undefined;
  now: number;
}

/**
 * Reads the proof of a device's key (header DPoP, RFC 9449, with `bh`, the SHA-256 of the body, for writes). Only ES256; the key is the
 * one of the proof itself, and what it may open is up to whoever bound its thumbprint. 23014 for whatever is wrong.
 */
export function readProof({ request, origins, accessToken, now }: ProofFacts): Proven {
  const given = request.headers['dpop'];
  if (typeof given !== 'string' || given.length > longest) throw refused('missing');
  const { key, claims } = readSigned(given);
  const { jti, htm, htu, iat, nbf, exp, ath, bh } = claims;
  if (jti === undefined || htm === undefined || htu === undefined || typeof iat !== 'number') throw refused('proof');
  if (typeof jti !== 'string' || jti.length < 16 || jti.length > 100) throw refused('jti');
  if (Math.abs(now - iat * 1000) > skewMillis) throw refused('iat');
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf * 1000 <= now + skewMillis)) throw refused('proof');
  if (exp !== undefined && !(typeof exp === 'number' && exp * 1000 > now - skewMillis)) throw refused('proof');
  if (htm !== request.method || typeof htu !== 'string' || !isHere(htu, request, origins)) throw refused('target');
  if (accessToken !== undefined && ath !== sha256(accessToken).toString('base64url')) throw refused('ath');
  if (request.method !== 'GET' && bh !== bodyDigest(request)) throw refused('bh');
  // RFC 7638: the members that make the key, in the order of their names.
  const thumbprint = sha256(JSON.stringify({ crv: key.crv, kty: key.kty, x: key.x, y: key.y })).toString('base64url');
  return { thumbprint, hash: sha256(`${thumbprint}.${jti}`) };
}

const coordinate = z.string().regex(/^[\w-]{43}$/);
const head = z.object({
  typ: z.literal('dpop+jwt'),
  alg: z.literal('ES256'),
  // A private key is nobody's to show, and what must be understood beside the standard is not.
  jwk: z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate, d: z.never().optional() }),
  crit: z.never().optional(),
  b64: z.never().optional(),
});
const claimsOf = z.record(z.string(), z.unknown());

/** The claims of a compact signature under the key that its head carries. Each call has one, so it is checked without a turn of the thread pool. */
function readSigned(given: string): { key: z.output<typeof head>['jwk']; claims: z.output<typeof claimsOf> } {
  const parts = /^([\w-]+)\.([\w-]+)\.([\w-]{86})$/.exec(given);
  if (!parts) throw refused('proof');
  const [, protectedHead = '', payload = '', signature = ''] = parts;
  const { jwk } = parsed(head, protectedHead);
  const signed = Buffer.from(`${protectedHead}.${payload}`);
  const options = { key: keyOf(jwk), dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', signed, options, Buffer.from(signature, 'base64url'))) throw refused('proof');
  return { key: jwk, claims: parsed(claimsOf, payload) };
}

/** Keys shown lately: a terminal in use makes many calls. */
const lately = new Map<string, KeyObject>();
const mostKeys = 2_000;

function keyOf({ kty, crv, x, y }: z.output<typeof head>['jwk']): KeyObject {
  const name = `${x}.${y}`;
  const known = lately.get(name);
  if (known) return known;
  try {
    const key = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
    lately.set(name, key);
    for (const old of lately.keys()) if (lately.size > mostKeys) lately.delete(old);
    return key;
  } catch {
    // A point that does not lie on the curve is no key.
    throw refused('proof');
  }
}

function parsed<T extends z.ZodType>(shape: T, part: string): z.output<T> {
  try {
    const found = shape.safeParse(JSON.parse(utf8.decode(Buffer.from(part, 'base64url'))));
    if (found.success) return found.data;
  } catch {
    // Neither text nor JSON: refused below.
  }
  throw refused('proof');
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** `why` tells a developer of a terminal what to look at; it says nothing of keys that are bound here. */
const refused = (why: string): Refusal => new Refusal(23014, {}, { why });

function isHere(htu: string, request: GateRequest, origins: readonly string[]): boolean {
  if (!URL.canParse(htu)) return false;
  const target = new URL(htu);
  return origins.includes(target.origin) && target.pathname === request.url.split('?')[0] && target.search === '' && target.hash === '';
}
