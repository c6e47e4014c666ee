import type { ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { deletedByIds } from '../../../../tests/conformance/samples.ts';
import { newAccount, newTag } from './make.ts';
import { ranges } from './ranges.ts';
import { tries } from './tries.ts';

/** Samples of the module public-fans. */
export const conformance: ModuleSamples = {
  tries,
  ranges,
  restores: { fanTag: deletedByIds('mpm/tag/delete', async (house) => newTag(house, (await newAccount(house)).snoId)) },
};
