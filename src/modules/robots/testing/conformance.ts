import type { ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { companySamples } from './company-samples.ts';

/** Samples of the module robots. */
export const conformance: ModuleSamples = {
  ...companySamples,
};
