import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';

/** What changed for a terminal. */
export const clientChanges = clientEndpoint({
  method: 'GET',
  path: 'changes',
  session: fullSession,
  rate: 'sync',
  errors: [23030],
  input: z.object({
    /** What the last answer ended with; without one it is answered at once where things stand. */
    cursor: z.string().max(2000).optional(),
    /** So many seconds it may take until something changes. */
    wait: z.int().min(0).max(50).default(0),
  }),
  reply: z.object({
    changes: z.array(
      z.object({
        part: z.string(),
        etag: z.string(),
        /** Asked for now, and not some time in the next minutes. */
        urgent: z.boolean(),
      }),
    ),
    /** What to ask with the next time. */
    next: z.string(),
  }),
  summary: 'Parts that a decision changed for this person; waits until there is one, for as long as is said',
});
