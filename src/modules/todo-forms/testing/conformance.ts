import { fixed, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { itemRanges, itemRestores, itemStory, itemTries } from './item/samples.ts';

/** Samples of the module todo-forms. */
export const conformance: ModuleSamples = {
  tries: { ...itemTries },
  ranges: { ...itemRanges },
  restores: { ...fixed('todoSetting'), ...itemRestores },
  story: itemStory,
};
