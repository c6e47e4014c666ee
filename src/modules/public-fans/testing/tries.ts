import type { TrySample } from '../../../../tests/conformance/samples.ts';
import { newAccount, newTag } from './make.ts';

let made = 0;

/** Inputs of writes of this module. */
export const tries: Readonly<Record<string, TrySample>> = {
  'mpm/tag/add': async (house) => ({ name: `try-${(made += 1)}`, snoId: (await newAccount(house)).snoId }),
  'mpm/tag/update': async (house) => ({ id: await newTag(house, (await newAccount(house)).snoId), version: 1, name: `try-${(made += 1)}` }),
  'mpm/tag/delete': async (house) => ({ ids: [await newTag(house, (await newAccount(house)).snoId)] }),
  'mpm/tag/merge': async (house) => {
    const { snoId } = await newAccount(house);
    return { ids: [await newTag(house, snoId)], intoId: await newTag(house, snoId) };
  },
};
