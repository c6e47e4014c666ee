import { below, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';
import { story } from './story.ts';
import { tries } from './tries.ts';

/** Samples of the module radar. */
export const conformance: ModuleSamples = {
  tries,
  ranges,
  restores: { radarItem: { path: 'radar/delete' } },
  telling: below('radar', 'list get export'),
  story,
};
