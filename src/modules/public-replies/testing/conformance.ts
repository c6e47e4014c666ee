import type { ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { inboxRanges } from './inbox-ranges.ts';

/** Samples of the module public-replies. */
export const conformance: ModuleSamples = { ranges: { ...inboxRanges } };
