import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { time } from '#kit/common/schema.ts';

/** What is sealed for a terminal: how texts are compared, and the words. */
export const terminalWords = z.object({
  folding: z.object({ foldAccents: z.boolean(), digitsAsLetters: z.boolean(), foldTraditional: z.boolean() }),
  words: z.array(
    z.object({ text: z.string(), match: z.enum(['contains', 'wholeWord', 'startsWith']), gap: z.int(), until: time().nullable() }),
  ),
  exceptions: z.array(z.string()),
});

/** Words by which a terminal warns while somebody types. */
export const clientWords = clientEndpoint({
  session: fullSession,
  method: 'GET',
  path: 'im/words',
  rate: 'read',
  input: z.object({
    /** Of the list that the terminal has. */
    digest: z.string().max(64).optional(),
  }),
  reply: z.object({
    /** False: terminals check nothing, or this one has no store key under which a list could be sealed; a kept list is deleted. */
    on: z.boolean(),
    digest: z.string(),
    /** A compact JWE (`dir`, A256GCM) under the leased key of the terminal's stores; null where the terminal has this list. */
    sealed: z.string().nullable(),
  }),
  summary:
    'Words that are refused, of the categories that terminals may have, to warn while the person types; what the server says alone counts',
});
