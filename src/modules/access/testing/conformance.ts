import { below, fixed, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';
import { tries } from './tries.ts';

/** Samples of the module access. */
export const conformance: ModuleSamples = {
  tries,
  ranges,
  restores: {
    apiInterface: { path: 'mas/interface/delete' },
    interfaceGrant: { path: 'mas/grant/delete' },
    interfaceCase: { path: 'mas/case/delete' },
    ...fixed('gatewaySetting'),
  },
  unasked: below('mas', 'interface/view interface/compare interface/export case/list usage/list'),
};
