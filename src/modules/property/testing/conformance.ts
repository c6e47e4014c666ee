import type { House } from '../../../../tests/access/house.ts';
import { propertyAdd } from '../common/property.contract.ts';
import { propertyValues, propertyValueSet } from '../common/value.contract.ts';
import { deletedByIds, type ModuleSamples } from '../../../../tests/conformance/samples.ts';
import { ranges } from './ranges.ts';
import { story } from './story.ts';
import { tries } from './tries.ts';

let made = 0;
const secretProperty = async ({ boss }: House): Promise<string> => {
  const draft = { namespace: 'restore', key: `key${(made += 1)}`, description: { zh_CN: 'x' }, secret: true };
  return (await boss.call(propertyAdd, draft)).id;
};

/** Samples of the module property. */
export const conformance: ModuleSamples = {
  tries,
  ranges,
  orders: { propertyValue: { free: 'its priority is a number that an administrator chooses; several may have the same' } },
  restores: {
    property: deletedByIds('property/delete', secretProperty),
    propertyValue: deletedByIds('property/value/clear', async (house) => {
      const propertyId = await secretProperty(house);
      await house.boss.call(propertyValueSet, { propertyId, scopeKind: 'site', value: 'a secret word' });
      return (await house.boss.call(propertyValues, { propertyId })).list[0]!.id;
    }),
  },
  telling: ['property/values'],
  story,
};
