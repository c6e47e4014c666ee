import { propertyAdd, propertyGet } from '../common/property.contract.ts';
import { propertyHistory, propertyValues, propertyValueSet } from '../common/value.contract.ts';
import type { House } from '../../../../tests/access/house.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';

let made = 0;
const word = (): string => `set${(made += 1)}`;

async function property(house: House): Promise<{ id: string; version: number }> {
  const { id } = await house.boss.call(propertyAdd, { namespace: 'try', key: word(), description: { zh_CN: 'x' }, default: 'a' });
  return { id, version: (await house.boss.call(propertyGet, { id })).version };
}
/** The value of a new property, set and changed. */
async function value(house: House): Promise<{ propertyId: string; id: string }> {
  const { id: propertyId } = await property(house);
  for (const one of ['one', 'two']) await house.boss.call(propertyValueSet, { propertyId, scopeKind: 'site', value: one });
  return { propertyId, id: (await house.boss.call(propertyValues, { propertyId })).list[0]!.id };
}

/** Inputs of writes to what is set for the site. */
export const tries: Readonly<Record<string, TrySample>> = {
  'property/add': async () => ({ namespace: 'try', key: word(), description: { zh_CN: 'x' } }),
  'property/update': async (house) => ({ ...(await property(house)), deprecated: true }),
  'property/delete': async (house) => ({ ids: [(await property(house)).id] }),
  'property/value/set': async (house) => ({ propertyId: (await property(house)).id, scopeKind: 'site', value: 'x' }),
  'property/value/clear': async (house) => ({ ids: [(await value(house)).id] }),
  'property/rollback': async (house) => {
    const { list } = await house.boss.call(propertyHistory, { propertyId: (await value(house)).propertyId, scopeKind: 'site' });
    return { operationId: list[1]!.id };
  },
};
