import { newId } from '#kit/server/ids.ts';
import type { House } from '../../../../tests/access/house.ts';
import { below, deletedByIds, fixed, nobody, type ModuleSamples, type Sample, type Values } from '../../../../tests/conformance/samples.ts';
import { platformList, platformSave } from '../common/platform.contract.ts';
import { serverAdd, serverDisable } from '../common/server.contract.ts';

let made = 0;
const word = (): string => `server${(made += 1)}`;
const address = { scheme: 'tcp' as const, host: 'x.invalid', port: 1 };
const draft = () => ({ name: word(), code: word(), kind: 'file' as const, addresses: [address] });
const server = async (house: House) => (await house.boss.call(serverAdd, draft())).id;
const versionOf = async (house: House, number: number) =>
  (await house.boss.call(platformList, {})).list.find(({ platform }) => platform === number)!.version;

const ranged = (): Values => ({ name: 'Range', code: 'range', kind: 'file', addresses: [{ scheme: 'tcp', host: 'x.invalid', port: 1 }] });
/** Servers belong to the whole site: every call of somebody with a part of it is refused. */
const servers: Readonly<Record<string, Sample>> = Object.fromEntries(
  Object.entries<Values>({
    list: {},
    get: { id: nobody },
    usedBy: { id: nobody },
    add: ranged(),
    update: { id: nobody, version: 1, name: 'Mine' },
    enable: { ids: [nobody] },
    disable: { ids: [nobody] },
    drain: { ids: [nobody] },
    delete: { ids: [nobody] },
    test: { id: nobody },
    confirm: { guardId: newId() },
    nodes: {},
    overview: {},
    platforms: {},
    'platforms/save': { platform: 1, version: 1, rows: [] },
    'platforms/publish': { platform: 1, version: 1 },
    'platforms/rollback': { platform: 1, version: 1, docVersion: 1 },
  }).map(([verb, input]): [string, Sample] => [`sys/server/${verb}`, { refused: () => [input] }]),
);

/** Samples of the module servers. */
export const conformance: ModuleSamples = {
  tries: {
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
  },
  ranges: { ...servers, 'sys/supportBundle': { refused: () => [{ list: true }] } },
  restores: {
    serverConfig: deletedByIds('sys/server/delete', async ({ boss }) => {
      const addresses = [{ scheme: 'tcp' as const, host: 'x.invalid', port: 1 }];
      return (await boss.call(serverAdd, { name: word(), code: word(), kind: 'file', addresses, secret: 'a secret word' })).id;
    }),
    ...fixed('platform'),
  },
  unasked: below('sys/server', 'list get usedBy platforms overview nodes'),
};
