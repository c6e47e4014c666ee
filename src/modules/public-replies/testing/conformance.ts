import type { ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { deletedByIds, sharedPlaces } from '../../../../tests/conformance/samples.ts';
import { newAccount } from '#modules/public-accounts/testing/made.ts';
import { inboxRanges } from './inbox-ranges.ts';
import { newRule, replyRanges, replyTries } from './reply-samples.ts';

/** Samples of the module public-replies. */
export const conformance: ModuleSamples = {
  tries: { ...replyTries },
  ranges: { ...replyRanges, ...inboxRanges },
  restores: { keywordReply: deletedByIds('mpm/reply/keyword/delete', async (house) => newRule(house, await newAccount(house))) },
  orders: {
    keywordReply: {
      add: { path: 'mpm/reply/keyword/add' },
      reorder: { path: 'mpm/reply/keyword/reorder' },
      shared: sharedPlaces('keyword_reply', 'position', 'sno_id'),
    },
  },
};
