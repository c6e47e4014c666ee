import type { ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';

/** Samples of the module public-pushes. */
export const conformance: ModuleSamples = { ranges };
