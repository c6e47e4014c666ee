import { z } from 'zod';
import { probeResults, probeSteps } from './words.ts';

/** What a look at a mail server found, step by step. */
export const probeReply = z.object({
  ok: z.boolean(),
  /** Class of the first failure (`refused`, `tls`, `signIn`); null where nothing failed. */
  class: z.string().nullable(),
  steps: z.array(
    z.object({
      name: z.enum(probeSteps),
      state: z.enum(probeResults),
      ms: z.int(),
      class: z.string().nullable(),
    }),
  ),
  /** Folders and messages of the box, where one was opened: counts only. */
  counts: z.object({ folders: z.int(), messages: z.int() }).nullable(),
  quota: z.object({ used: z.int(), limit: z.int() }).nullable(),
});
/** What a look at a mail server found. */
export type ProbeReply = z.output<typeof probeReply>;
