import { z } from 'zod';
import { actions, FieldDiff } from './diff.ts';

/** The answer of a write that was asked with `dryRun: true`: what it would do, nothing of it done. */
export const DryRunReply = z.object({
  counts: z.partialRecord(z.enum(actions), z.int()),
  impact: z.record(z.string(), z.number()),
  /** At most 200. */
  operations: z.array(
    z.object({ kind: z.string(), objectId: z.string(), name: z.string(), action: z.enum(actions), fields: z.array(FieldDiff) }),
  ),
});
