import type { ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';
import { tries } from './tries.ts';

const stays = 'an app has one, and it goes with the app';

/** Samples of the module app-settings. */
export const conformance: ModuleSamples = {
  tries,
  ranges,
  restores: { loginPage: { stays }, loginAuth: { stays } },
};
