import { z } from 'zod';

/** A role that people would come to hold, or hold no longer, because departments hold it for their people. */
export const roleTurn = z.object({
  roleId: z.string(),
  roleName: z.string(),
  gained: z.boolean(),
  /** Only a super administrator or somebody who holds as much may do it: for the caller it is refused (12028). */
  beyond: z.boolean(),
  people: z.int(),
  /** At most 10 of them. */
  sample: z.array(z.object({ id: z.string(), name: z.string() })),
});
/** A role that people would come to hold, or hold no longer. */
export type RoleTurnView = z.output<typeof roleTurn>;
