import { createHash } from 'node:crypto';
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
export async function readProof({ request, origins, accessToken, now }: ProofFacts): Promise<Proven> {
  const given = request.headers['dpop'];
  if (typeof given !== 'string' || given.length > longest) throw refused('missing');
  const { EmbeddedJWK, calculateJwkThumbprint, errors, jwtVerify } = await import('jose');
  try {
    const { payload, protectedHeader } = await jwtVerify(given, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: ['ES256'],
      currentDate: new Date(now),
      clockTolerance: skewMillis / 1000,
      requiredClaims: ['jti', 'htm', 'htu', 'iat'],
    });
    const { jti, htm, htu, iat = 0, ath, bh } = payload;
    if (typeof jti !== 'string' || jti.length < 16 || jti.length > 100) throw refused('jti');
    if (Math.abs(now - iat * 1000) > skewMillis) throw refused('iat');
    if (htm !== request.method || typeof htu !== 'string' || !isHere(htu, request, origins)) throw refused('target');
    if (accessToken !== undefined && ath !== sha256(accessToken).toString('base64url')) throw refused('ath');
    if (request.method !== 'GET' && bh !== bodyDigest(request)) throw refused('bh');
    const thumbprint = await calculateJwkThumbprint(protectedHeader.jwk!, 'sha256');
    return { thumbprint, hash: sha256(`${thumbprint}.${jti}`) };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error instanceof errors.JOSEError || error instanceof TypeError) throw refused('proof');
    throw error;
  }
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** `why` tells a developer of a terminal what to look at; it says nothing of keys that are bound here. */
const refused = (why: string): Refusal => new Refusal(23014, {}, { why });

function isHere(htu: string, request: GateRequest, origins: readonly string[]): boolean {
  if (!URL.canParse(htu)) return false;
  const target = new URL(htu);
  return origins.includes(target.origin) && target.pathname === request.url.split('?')[0] && target.search === '' && target.hash === '';
}
