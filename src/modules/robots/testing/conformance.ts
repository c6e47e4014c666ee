import type { ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { own } from './own-samples.ts';

/** Samples of the module robots. */
export const conformance: ModuleSamples = {
  ...own,
};
