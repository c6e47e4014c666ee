import { fixed, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';
import { tries } from './tries.ts';

/** Samples of the module message-files. */
export const conformance: ModuleSamples = {
  tries,
  ranges,
  restores: {
    imFile: { stays: 'a deleted file is in the state deleted until its bytes go; release or an undo gives it back' },
    ...fixed('imFileConfig'),
  },
  unasked: ['im/fileConfig/check'],
};
