import type { ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';
import { tries } from './tries.ts';

/** Samples of the module app-feedback. */
export const conformance: ModuleSamples = {
  tries,
  ranges,
  restores: { feedback: { path: 'mam/feedback/delete' } },
  telling: ['mam/feedback/get'],
};
