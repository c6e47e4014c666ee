import { more } from './more.ts';
import { below, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';
import { story } from './story.ts';
import { tries } from './tries.ts';

/** Samples of the module apps. */
export const conformance: ModuleSamples = {
  tries,
  ranges,
  restores: {
    rollout: { stays: 'it is finished or cancelled, and stays as a record of how the version went out' },
    installLink: { stays: 'it is ended, and stays as a record of who could install by it' },
  },
  more,
  telling: below('mam', 'versionWidget/list limitUser/list terminal/list rollout/reasons terminal/export limitUser/export'),
  story,
};
