import type { ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';
import { tries } from './tries.ts';

/** Samples of the module app-certificates. */
export const conformance: ModuleSamples = {
  tries,
  ranges,
  restores: { appCertificate: { path: 'mam/cert/push/delete' } },
};
