import { below, nobody, type ModuleSamples, type Sample } from '../../../../tests/conformance/samples.ts';

const refused = (input: Record<string, unknown>): Sample => ({ refused: () => [input] });

/** Configuration belongs to the whole site: nothing of it is there for a part of the company. */
const ranges: Readonly<Record<string, Sample>> = {
  'config/area/list': refused({}),
  'config/area/drift': refused({ area: 'roles' }),
  'config/area/lock': refused({ area: 'roles', version: 1 }),
  'config/area/unlock': refused({ area: 'roles', version: 1 }),
  'config/export': refused({ areas: ['roles'] }),
  'config/plan': refused({ bundleId: nobody }),
  'config/plan/list': refused({}),
  'config/plan/get': refused({ id: nobody }),
  'config/plan/items': refused({ planId: nobody }),
  'config/plan/discard': refused({ planId: nobody }),
  'config/bundle/list': refused({}),
  'config/bundle/get': refused({ id: nobody }),
  'config/apply': refused({ planId: nobody, expected: {} }),
  'config/undo': refused({ planId: nobody }),
  'config/drift': refused({ areas: ['roles'] }),
};

/** Samples of the module config-as-code. */
export const conformance: ModuleSamples = {
  ranges,
  more: async ({ granted }) => ({
    'config/export': { input: { areas: ['roles'] } },
    'config/plan': { input: { areas: ['roles'], fileId: await granted.client.upload('x.csv', Buffer.from('a,b\n')) } },
    'config/drift': { input: { areas: ['roles'] } },
  }),
  unasked: below('config', 'area/list area/drift bundle/list bundle/get plan/list plan/get plan/items export'),
};
