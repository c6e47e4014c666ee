import type { ModuleSamples } from '../../../../tests/conformance/samples.ts';

/** Samples of the module mika. */
export const conformance: ModuleSamples = {};
