import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashOf } from '#kit/server/session/session-cookie.ts';

const nameFor = (secure: boolean): string => (secure ? '__Host-wh-in' : 'wh-in');
/** Lax: it must come along when the other system sends the browser back. */
const attributes = 'Path=/; HttpOnly; SameSite=Lax; Max-Age=900';

/** The hashes of the cookies by which this browser is known again; there may be one of a neighbouring host among them. */
export function browserHashes(request: FastifyRequest): Buffer[] {
  const found = (request.headers.cookie ?? '').slice(0, 8192).matchAll(/(?:^|;)\s*(?:__Host-)?wh-in=([\w-]{20,100})(?=;|\s|$)/g);
  return [...found].slice(0, 10).map((match) => hashOf(match[1]!));
}

/** Makes the browser known for a sign-in on its way; one that is known already stays so, for sign-ins in several tabs. */
export function markBrowser(request: FastifyRequest, response: FastifyReply): Buffer {
  const secure = request.protocol === 'https';
  const known = new RegExp(`(?:^|;)\\s*${nameFor(secure)}=([\\w-]{43})(?=;|\\s|$)`).exec(request.headers.cookie ?? '')?.[1];
  const secret = known ?? randomBytes(32).toString('base64url');
  response.header('set-cookie', `${nameFor(secure)}=${secret}; ${attributes}${secure ? '; Secure' : ''}`);
  return hashOf(secret);
}
