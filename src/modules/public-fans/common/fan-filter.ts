import { z } from 'zod';
import { audienceModes } from '#modules/public-accounts/common/words.ts';
import { id, searchText, time } from '#kit/common/schema.ts';
import { fanStates, mostNamed } from './words.ts';

/** Filters of lists of fans. */
export const fanFilter = z.strictObject({
  text: searchText().optional(),
  tagId: id().optional(),
  departmentId: id().optional(),
  mode: z.enum(audienceModes).optional(),
  /** Followers unless said. */
  state: z.enum(fanStates).optional(),
  followedFrom: time().optional(),
  followedTo: time().optional(),
  lastReadBefore: time().optional(),
  /** Has never read anything. */
  neverRead: z.boolean().optional(),
  hasRemark: z.boolean().optional(),
});
/** Filters of lists of fans. */
export type FanFilter = z.output<typeof fanFilter>;

/** Fans of a write: named, or all that a filter finds, of which so many are expected. */
export const fanTarget = z.strictObject({
  empIds: z
    .array(id())
    .min(1)
    .max(mostNamed)
    .transform((all) => [...new Set(all)])
    .optional(),
  filter: fanFilter.optional(),
  expected: z.int().min(0).optional(),
});
/** Fans of a write. */
export type FanTarget = z.output<typeof fanTarget>;
