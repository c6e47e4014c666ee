import { deletedByIds, sharedPlaces, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import type { House } from '../../../../tests/access/house.ts';
import { newAccount, newArticle, newImageMessage, newImageText, newText } from './make.ts';
import { more } from './more.ts';
import { ranges } from './ranges.ts';
import { tries } from './tries.ts';

const made =
  (make: (house: House, snoId: string) => Promise<string>) =>
  async (house: House): Promise<string> =>
    make(house, await newAccount(house));

/** Samples of the module public-content. */
export const conformance: ModuleSamples = {
  further: (_, idsOf) => ({ 'mpm/content/list': idsOf('mpm/sno').map((snoId) => ({ snoId, kind: 'text' })) }),

  tries,
  ranges,
  composed: ['imageText', 'imageMessage'],
  more,
  orders: {
    materialGroup: {
      add: { path: 'mpm/material/group/add' },
      reorder: { path: 'mpm/material/group/reorder' },
      shared: sharedPlaces('material_group', 'position', 'sno_id, kind'),
    },
  },
  restores: {
    materialGroup: { path: 'mpm/material/group/delete' },
    material: deletedByIds('mpm/material/delete', made(newText)),
    imageText: deletedByIds('mpm/imageText/delete', made(newImageText)),
    imageMessage: deletedByIds('mpm/imageMessage/delete', made(newImageMessage)),
    article: deletedByIds(
      'mpm/article/delete',
      made(async (house, snoId) => (await newArticle(house, snoId)).id),
    ),
  },
};
