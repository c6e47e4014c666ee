import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { parseStrictJson } from './strict-json.ts';

/** Bodies of terminals as they came: their proofs cover them. */
const texts = new WeakMap<object, string>();

/** SHA-256 of the body of a terminal's call, in base64url (RFC 4648). */
export const bodyDigest = (request: object): string =>
  createHash('sha256')
    .update(texts.get(request) ?? '')
    .digest('base64url');

/** Reads bodies of this type as strict JSON; an empty one is an empty object. */
export function addStrictJson(app: FastifyInstance, type: string): void {
  app.addContentTypeParser(type, { parseAs: 'string' }, (request, body, finish) => {
    if (request.url.startsWith('/client/')) texts.set(request, String(body));
    try {
      finish(null, body === '' ? {} : parseStrictJson(String(body)));
    } catch (error) {
      finish(error instanceof Error ? error : new Error(String(error)));
    }
  });
}
