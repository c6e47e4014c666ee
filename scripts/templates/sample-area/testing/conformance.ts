import type { ModuleSamples } from '../../../../tests/conformance/samples.ts';

/** Samples of the module sample-area, of what its declared entities do not say themselves: calls and kinds of its own. */
export const conformance: ModuleSamples = {};
