import { deletion } from '#modules/people/testing/made.ts';
import type { ModuleSamples, Sample, Values } from '../../../../tests/conformance/samples.ts';
import { deletions, hidden, missing, page, refused } from '../../../../tests/conformance/range/asking.ts';
import { nobody } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';

/** Deletions as the page of the recycle bin names them. */
function binned(world: World): Values[] {
  return deletions(world).map(({ operationIds }) => ({ ids: operationIds }));
}

const ranges: Readonly<Record<string, Sample>> = {
  'recycle/list': hidden(page, (world) => [world.outside.deleted]),
  'recycle/kinds': { free: 'It answers counts under the condition of the list (src/modules/recycle-bin/server/recycle.test.ts)' },
  'recycle/get': refused((world) => [{ id: world.outside.deletion }, { id: nobody }], missing),
  'recycle/restore/preview': refused((world) => binned(world), missing),
  'recycle/restore': refused((world) => binned(world), missing),
  'recycle/purge': refused((world) => binned(world), missing),
  'recycle/hold': refused((world) => binned(world), missing),
};

/** Samples of the module recycle-bin. */
export const conformance: ModuleSamples = {
  tries: { 'recycle/restore': async (house) => ({ ids: [await deletion(house)] }) },
  ranges,
  more: async ({ deletion: gone }) =>
    Object.fromEntries(['restore', 'restore/preview', 'hold', 'purge'].map((verb) => [`recycle/${verb}`, { input: { ids: [gone] } }])),
  further: (_, idsOf) => ({ 'recycle/restore/preview': idsOf('recycle').map((id) => ({ ids: [id] })) }),
};
