import { below, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { deletedByIds } from '../../../../tests/conformance/samples.ts';
import { newAccount, newTag } from './make.ts';
import { ranges } from './ranges.ts';
import { tries } from './tries.ts';

/** Samples of the module public-fans. */
export const conformance: ModuleSamples = {
  further: (_, idsOf) => {
    const accounts = idsOf('mpm/sno').map((snoId) => ({ snoId }));
    return { 'mpm/fan/list': accounts, 'mpm/fan/stat': accounts };
  },
  // The story has no pushes, and so nobody who reads, likes or comments.
  unasked: [
    ...below('mpm', 'tag/preview fan/get fan/export comment/list comment/export read/stat read/list read/unread read/export'),
    ...below('mpm/like', 'list export'),
  ],

  tries,
  ranges,
  restores: { fanTag: deletedByIds('mpm/tag/delete', async (house) => newTag(house, (await newAccount(house)).snoId)) },
};
