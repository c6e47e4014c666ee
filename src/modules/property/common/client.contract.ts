import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { codeText } from '#kit/common/schema.ts';

/** What holds of a namespace for whoever asks, at the terminal that asks. */
export const clientProperties = clientEndpoint({
  method: 'GET',
  path: 'property/get',
  session: fullSession,
  rate: 'read',
  preview: true,
  offline: 'the last ones',
  input: z.object({
    namespace: codeText(64),
    /** The hash that came with what the terminal has. */
    hash: z.string().max(64).optional(),
  }),
  reply: z.object({
    namespace: z.string(),
    hash: z.string(),
    /** By key; null where the terminal has just these. */
    values: z.record(z.string(), z.unknown()).nullable(),
  }),
  summary: 'Values of the properties of a namespace that terminals may know, as they hold for the person, the app and the platform',
});
