import { more } from './more.ts';
import { fixed, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';
import { tries } from './tries.ts';

/** Samples of the module app-pages. */
export const conformance: ModuleSamples = {
  tries,
  ranges,
  restores: fixed('advertSetting'),
  more,
  telling: ['mam/tag/preview'],
};
