import type { ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { companySamples } from './company-samples.ts';
import { own } from './own-samples.ts';

const asOwn: ModuleSamples = own;

/** Samples of the module robots: those of roles, settings, assistants and schedules, and those of company robots. */
export const conformance: ModuleSamples = {
  ...asOwn,
  tries: { ...asOwn.tries, ...companySamples.tries },
  ranges: { ...asOwn.ranges, ...companySamples.ranges },
  restores: { ...asOwn.restores, ...companySamples.restores },
  orders: { ...asOwn.orders, ...companySamples.orders },
  unasked: [...(asOwn.unasked ?? []), ...companySamples.unasked],
  further: (story, idsOf) => ({ ...asOwn.further?.(story, idsOf), ...companySamples.further(story, idsOf) }),
};
