import type { ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';
import { story } from './story.ts';
import { tries } from './tries.ts';

/** Samples of the module call-logs. */
export const conformance: ModuleSamples = {
  tries,
  ranges,
  story,
};
