import type { ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { deletedByIds, sharedPlaces } from '../../../../tests/conformance/samples.ts';
import { newAccount } from '#modules/public-accounts/testing/made.ts';
import { inboxRanges } from './inbox-ranges.ts';
import { newRule, replyRanges, replyTries } from './reply-samples.ts';

/** Samples of the module public-replies. */
export const conformance: ModuleSamples = {
  further: (_, idsOf) => {
    const accounts = idsOf('mpm/sno').map((snoId) => ({ snoId }));
    const asked =
      'reply/welcome/get reply/system/get menu/get menu/history menu/stat menu/rules message/conversation/list message/colleagues';
    return {
      ...Object.fromEntries(asked.split(' ').map((path) => [`mpm/${path}`, accounts])),
      'mpm/reply/test': accounts.map((one) => ({ ...one, text: 'x' })),
    };
  },
  // The story has no published menus and nobody who wrote to an account.
  unasked: [
    'mpm/menu/diff',
    'mpm/menu/export',
    'mpm/message/conversation/get',
    'mpm/message/list',
    'mpm/message/get',
    'mpm/message/export',
  ],

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
