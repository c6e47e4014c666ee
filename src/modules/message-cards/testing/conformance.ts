import type { ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';
import { tries } from './tries.ts';

/** Samples of the module message-cards. */
export const conformance: ModuleSamples = {
  tries,
  ranges,
  telling: ['im/card/actions'],
};
