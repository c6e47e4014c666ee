import { propertyAdd, propertyGet } from '../../../src/modules/property/common/property.contract.ts';
import { propertyHistory, propertyValues, propertyValueSet } from '../../../src/modules/property/common/value.contract.ts';
import { platformList, platformSave } from '../../../src/modules/servers/common/platform.contract.ts';
import { serverAdd, serverDisable } from '../../../src/modules/servers/common/server.contract.ts';
import type { House } from '../../access/house.ts';
import type { TrySample } from './samples.ts';

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

const address = { scheme: 'tcp' as const, host: 'x.invalid', port: 1 };
const draft = () => ({ name: word(), code: word(), kind: 'file' as const, addresses: [address] });
const server = async (house: House) => (await house.boss.call(serverAdd, draft())).id;
const versionOf = async (house: House, number: number) =>
  (await house.boss.call(platformList, {})).list.find(({ platform }) => platform === number)!.version;

/** Inputs of writes to what is set for the site. */
export const settingSamples: Readonly<Record<string, TrySample>> = {
  'property/add': async () => ({ namespace: 'try', key: word(), description: { zh_CN: 'x' } }),
  'property/update': async (house) => ({ ...(await property(house)), deprecated: true }),
  'property/delete': async (house) => ({ ids: [(await property(house)).id] }),
  'property/value/set': async (house) => ({ propertyId: (await property(house)).id, scopeKind: 'site', value: 'x' }),
  'property/value/clear': async (house) => ({ ids: [(await value(house)).id] }),
  'property/rollback': async (house) => {
    const { list } = await house.boss.call(propertyHistory, { propertyId: (await value(house)).propertyId, scopeKind: 'site' });
    return { operationId: list[1]!.id };
  },
  'sys/server/add': async () => draft(),
  'sys/server/update': async (house) => ({ id: await server(house), version: 1, name: word() }),
  'sys/server/enable': async (house) => {
    const id = await server(house);
    await house.boss.call(serverDisable, { ids: [id] });
    return { ids: [id] };
  },
  'sys/server/disable': async (house) => ({ ids: [await server(house)] }),
  'sys/server/drain': async (house) => ({ ids: [await server(house)] }),
  'sys/server/delete': async (house) => ({ ids: [await server(house)] }),
  'sys/server/platforms/save': async (house) => ({ platform: 8, version: await versionOf(house, 8), minVersion: word() }),
  'sys/server/platforms/publish': async (house) => {
    const rows = [{ kind: 'file' as const, serverConfigIds: [await server(house)] }];
    const { version } = await house.boss.call(platformSave, { platform: 5, version: await versionOf(house, 5), rows });
    return { platform: 5, version };
  },
};
