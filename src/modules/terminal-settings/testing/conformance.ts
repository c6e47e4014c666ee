import { below, fixed, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';
import { tries } from './tries.ts';

/** Samples of the module terminal-settings. */
export const conformance: ModuleSamples = {
  tries,
  ranges,
  restores: {
    encryptionKey: { stays: 'it is destroyed for good, when nothing needs it any more' },
    ...fixed('encryptionSetting', 'nav', 'phoneSetting', 'smsGateway'),
  },
  unasked: below('im', 'encryption/get encryption/keys encryption/export nav/query submitPhone/get submitPhone/gateway/get'),
};
