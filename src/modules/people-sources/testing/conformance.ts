import { below, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';
import { story } from './story.ts';
import { tries } from './tries.ts';

/** Samples of the module people-sources. */
export const conformance: ModuleSamples = {
  tries,
  ranges,
  orders: { source: { free: 'its priority is a number that an administrator chooses; several may have the same' } },
  restores: { source: { path: 'muc/source/delete' } },
  unasked: below('muc/source', 'mapping/suggest mapping/try token/list'),
  telling: ['muc/source/alarmPeople/list'],
  story,
};
