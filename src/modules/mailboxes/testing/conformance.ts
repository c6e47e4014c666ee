import type { ModuleSamples } from '../../../../tests/conformance/samples.ts';

/** Samples of the module mailboxes. */
export const conformance: ModuleSamples = {};
