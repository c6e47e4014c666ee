import { below, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';
import { story } from './story.ts';
import { tries } from './tries.ts';

/** Samples of the module crowds. */
export const conformance: ModuleSamples = {
  tries,
  ranges,
  restores: { crowd: { path: 'muc/crowd/delete' } },
  telling: below('muc/crowd', 'detail explain'),
  story,
};
