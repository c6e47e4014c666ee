import type { ModuleSamples } from '../../../../tests/conformance/samples.ts';

/** Samples of the module robots. */
export const conformance: ModuleSamples = {};
