import type { ModuleSamples } from '../../../../tests/conformance/samples.ts';

/** Samples of the module public-accounts. */
export const conformance: ModuleSamples = {};
