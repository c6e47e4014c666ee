import type { ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';
import { tries } from './tries.ts';

/** Samples of the module app-tests. */
export const conformance: ModuleSamples = {
  tries,
  ranges,
  restores: { testRelease: { stays: 'a test is ended and never deleted' } },
};
