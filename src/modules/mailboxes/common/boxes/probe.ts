import { z } from 'zod';
import { mailFaults, probeSteps } from '../engine/words.ts';
import { probeResults } from './words.ts';

/** What a look at a mail server found, step by step. Of a box counts alone. */
export const probeReply = z.object({
  /** Every step that was taken passed. */
  ok: z.boolean(),
  /** Class of the first failure; null where nothing failed. */
  class: z.enum(mailFaults).nullable(),
  steps: z.array(z.object({ name: z.enum(probeSteps), state: z.enum(probeResults), ms: z.int(), class: z.enum(mailFaults).nullable() })),
  /** Folders, and mails in the inbox; null where nobody signed in. */
  counts: z.object({ folders: z.int(), messages: z.int() }).nullable(),
  /** Bytes; null where the server tells none. */
  quota: z.object({ used: z.int(), limit: z.int() }).nullable(),
});
/** What a look at a mail server found. */
export type ProbeReply = z.output<typeof probeReply>;
