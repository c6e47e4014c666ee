import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** SHA-256 of a secret; only this is stored. */
export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The console says with this header that it is a browser: its token then works only beside a cookie. */
export const browserHeader = 'x-wheelhouse-browser';

const nameFor = (secure: boolean): string => (secure ? '__Host-wh' : 'wh');
const attributes = 'Path=/; HttpOnly; SameSite=Strict';

/** Sets the cookie of a browser session (RFC 6265bis: `__Host-` binds it to this host and to https). */
export function setSessionCookie(request: FastifyRequest, response: FastifyReply, secret: string): void {
  const secure = request.protocol === 'https';
  response.header('set-cookie', `${nameFor(secure)}=${secret}; ${attributes}${secure ? '; Secure' : ''}`);
}

/** Takes the cookie back, when there is one. */
export function clearSessionCookie(request: FastifyRequest, response: FastifyReply): void {
  if (cookieValues(request.headers.cookie).length === 0) return;
  const secure = request.protocol === 'https';
  response.header('set-cookie', `${nameFor(secure)}=; ${attributes}; Max-Age=0${secure ? '; Secure' : ''}`);
}

/** Whether a request brings the cookie of its session. Another cookie of the same name (of a neighbouring host) does no harm. */
export function cookieFits(expected: Buffer | null, header: string | undefined): boolean {
  return expected === null || cookieValues(header).some((value) => timingSafeEqual(hashOf(value), expected));
}

function cookieValues(header: string | undefined): string[] {
  const found = (header ?? '').slice(0, 8192).matchAll(/(?:^|;)\s*(?:__Host-)?wh=([\w-]{1,100})(?=;|\s|$)/g);
  return [...found].slice(0, 10).map((match) => match[1]!);
}
