import { below, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';

/** Samples of the module public-pushes. */
export const conformance: ModuleSamples = {
  further: (_, idsOf) => ({ 'mpm/push/list': idsOf('mpm/sno').map((snoId) => ({ snoId })) }),
  // The story has no pushes; tests of this module ask for them as who sees one department.
  unasked: below('mpm/push', 'preview get ledger targets timeline stat export exportProof'),
  ranges,
};
