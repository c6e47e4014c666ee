import type { ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { inboxRanges, menuTries } from './inbox-ranges.ts';

/** Samples of the module public-replies. */
export const conformance: ModuleSamples = { tries: { ...menuTries }, ranges: { ...inboxRanges } };
