import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id } from '#kit/common/schema.ts';
import { typeHelperPage as page } from './permissions.ts';

/** What giving the helpers of a type to its groups would do. */
export const helperApplyPreview = endpoint({
  method: 'GET',
  path: 'im/groupType/helper/apply/preview',
  access: { code: page.button.apply },
  scope: 'site',
  input: z.object({ id: id() }),
  reply: z.object({
    /** Groups that lack a helper which the type always gives. */
    groups: z.int(),
    /** All groups of the type. */
    all: z.int(),
  }),
  summary: 'How many groups of a type would get helpers that they lack',
});

/** Gives groups of a type the helpers that they lack. */
export const helperApply = endpoint({
  method: 'POST',
  path: 'im/groupType/helper/apply',
  access: { code: page.button.apply },
  scope: 'site',
  audit: 'groupType.applyHelpers',
  input: z.strictObject({ id: id() }),
  reply: z.object({ jobId: id() }),
  summary: 'Gives every group of a type the helpers that the type always gives and that the group lacks, as a job',
});
