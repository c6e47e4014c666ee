import { fixed, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';
import { tries } from './tries.ts';

/** Samples of the module sensitive-words. */
export const conformance: ModuleSamples = {
  tries,
  ranges,
  restores: fixed('wordSetting'),
  telling: ['im/word/hit/get'],
  further: () => ({ 'im/word/version/compare': [{ from: 0 }] }),
};
