import type { FastifyInstance } from 'fastify';
import { parseStrictJson } from './strict-json.ts';

/** Reads bodies of this type as strict JSON; an empty one is an empty object. */
export function addStrictJson(app: FastifyInstance, type: string): void {
  app.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, finish) => {
    try {
      finish(null, body === '' ? {} : parseStrictJson(String(body)));
    } catch (error) {
      finish(error instanceof Error ? error : new Error(String(error)));
    }
  });
}
