import { createHash, randomBytes } from 'node:crypto';
import type { Secrets } from '#platform/secrets/secrets.ts';

/** A pair of tokens; only its hashes are stored. */
export interface Pair {
  accessToken: string;
  /** The session's id and a secret: what is no longer the current one still says whose it was. */
  refreshToken: string;
}

/** SHA-256 of a token. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The first pair of a session. */
export const newPair = (sessionId: string): Pair => ({
  accessToken: randomBytes(32).toString('base64url'),
  refreshToken: `${sessionId}.${randomBytes(32).toString('base64url')}`,
});

/** The pair that follows a refresh token: as random as its salt, and the same again for the same call. */
export function nextPair(secrets: Secrets, sessionId: string, from: { refreshToken: string; requestId: string; salt: Buffer }): Pair {
  const made = (what: string): string =>
    secrets.mac(`terminal ${what}`, `${from.salt.toString('base64url')}.${from.requestId}.${from.refreshToken}`).toString('base64url');
  return { accessToken: made('access'), refreshToken: `${sessionId}.${made('refresh')}` };
}

/** Returns the session of a refresh token; undefined for what is none. */
export function sessionIdOf(refreshToken: string): string | undefined {
  return /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.[\w-]{43}$/.exec(refreshToken)?.[1];
}
