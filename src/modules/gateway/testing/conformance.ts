import { id, list, one, pairOf, prefix } from '#modules/access/testing/sides.ts';
import { below, type ModuleSamples, type Sample } from '../../../../tests/conformance/samples.ts';

/** How calls of what is published, and what asks other systems, are asked for what lies outside. */
const ranges: Readonly<Record<string, Sample>> = {
  'mas/api/test': one('id', id),
  'mas/case/run': one('interfaceId', id),
  'mas/database/browse': one('id', id),
  'mas/database/test': one('id', id),
  'mas/dubbo/browse': one('id', id),
  'mas/dubbo/test': one('id', id),
  'mas/interface/cache/clear': list('ids', id),
  'mas/interface/cache/get': one('id', id),
  'mas/prefix/test': one('id', prefix),
  'mas/sap/browse': one('id', id),
  'mas/sap/interfaces': one('id', id, async (world) => ({ prefixId: (await pairOf(world)).inside.prefixId, names: ['STFC'] })),
  'mas/sap/test': one('id', id),
  'mas/soap/refresh': one('id', id),
  'mas/soap/test': one('id', id),
};

/** Samples of the module gateway. */
export const conformance: ModuleSamples = {
  ranges,
  unasked: below('mas', 'interface/cache/get database/browse sap/browse dubbo/browse'),
};
