import type { Endpoint } from '#kit/common/contract.ts';
import type { JsonSchema } from './json-schema.ts';

const envelope = (answer: JsonSchema, data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: { code: answer, msg: { type: 'string' }, data },
});

/** The two envelopes that every answer is one of. */
export const envelopes: Record<string, JsonSchema> = {
  Done: envelope({ const: 0 }, {}),
  Refused: {
    ...envelope({ type: 'integer', not: { const: 0 } }, { description: 'Of 10400 what is wrong with which field; of others mostly null' }),
    description: 'A code other than 0 and its text in the language of the caller',
  },
};

const refused = (description: string, headers?: JsonSchema): JsonSchema => ({
  description,
  ...(headers && { headers }),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refused' } } },
});
const retryAfter = { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds after which another try is worth it' } };

/** Refusals that have a status of their own; all others are sent as 200. */
export const standardAnswers: Record<string, JsonSchema> = {
  notGranted: refused('The caller lacks what x-permit names (65002)'),
  tooLarge: refused('The body is too large (10413)'),
  contentType: refused('The body is of another type than the operation takes (10400)'),
  tooMany: refused('Too many calls (10429)', retryAfter),
  internal: refused('A fault of the server (10500)'),
  unavailable: refused('Away for now (10503)', retryAfter),
};

const answer = (name: string): JsonSchema => ({ $ref: `#/components/responses/${name}` });

/** The refusals with a status of their own that a call may get. */
export function standardAnswersOf({ method, isOpen }: { method: Endpoint['method']; isOpen: boolean }): JsonSchema {
  return {
    ...(!isOpen && { 403: answer('notGranted') }),
    ...(method === 'POST' && { 413: answer('tooLarge'), 415: answer('contentType') }),
    429: answer('tooMany'),
    500: answer('internal'),
    503: answer('unavailable'),
  };
}

/** The answer of a call that is done: the envelope around its reply. */
export function doneWith(data: JsonSchema): { schema: JsonSchema; properties: { data: JsonSchema } } {
  const properties = { data };
  const done = { allOf: [{ $ref: '#/components/schemas/Done' }, { properties }] };
  return { schema: { anyOf: [done, { $ref: '#/components/schemas/Refused' }] }, properties };
}
