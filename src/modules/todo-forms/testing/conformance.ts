import type { ModuleSamples } from '../../../../tests/conformance/samples.ts';

/** Samples of the module todo-forms. */
export const conformance: ModuleSamples = {};
