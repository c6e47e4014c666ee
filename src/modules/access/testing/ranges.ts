import { database } from '../common/connection.contract.ts';
import { interfaceKinds } from '../common/definition.ts';
import { interfaceView } from '../common/interface.contract.ts';
import { interfaceExport } from '../common/transfer.contract.ts';
import { accessWord, newDefinition } from './made.ts';
import { id, list, one, pairOf, prefix, shown, system } from './sides.ts';
import { nobody, type Sample, type Values } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';

async function pathOf(world: World, side: 'inside' | 'outside'): Promise<string> {
  return (await world.house.boss.call(interfaceView, { id: (await pairOf(world))[side].interfaceId })).path;
}

/** A file with an interface of a foreign prefix as it is, and a new one of the own prefix on a foreign database. */
async function fileWithForeign(world: World): Promise<string> {
  const { boss } = world.house;
  const { outside } = await pairOf(world);
  const { text } = await boss.call(interfaceExport, { ids: [outside.interfaceId], format: 'json' });
  const file = JSON.parse(text) as { interfaces: object[] };
  const draft = { name: accessWord(), host: 'db.example.com', database: 'hr', account: 'reader', secret: 'a secret word' };
  await boss.call(database.add, { ...draft, ownerDeptId: world.outside.department.id });
  const own = (await pathOf(world, 'inside')).split('/').slice(0, 2).join('/');
  const target = { kind: 'database', sql: 'select 1 as one' };
  file.interfaces.push({ path: `${own}/${accessWord()}`, name: 'Own', connection: draft.name, definition: { target } });
  return JSON.stringify(file);
}

const draft = { name: 'Name', version: 1 };
const definitionOf = async ({ house, inside }: World, kind: (typeof interfaceKinds)[number]): Promise<Values> => ({
  code: accessWord(),
  name: accessWord(),
  definition: await newDefinition(house, kind, inside.department.id),
});

/** How operations of the access service are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = {
  'mas/prefix/list': shown({ pageSize: 200 }, prefix),
  'mas/prefix/get': one('id', prefix),
  'mas/prefix/add': one('systemId', system, async () => ({ name: accessWord(), code: accessWord() })),
  'mas/prefix/update': one('id', prefix, draft),
  'mas/prefix/delete': list('ids', prefix),
  'mas/prefix/enable': list('ids', prefix),
  'mas/prefix/disable': list('ids', prefix),
  'mas/globalParam/usage': { free: 'it names interfaces in range alone, of a parameter that belongs to nobody' },
  'mas/system/key/list': one('systemId', system),
  'mas/system/key/add': one('systemId', system, { name: 'Key' }),
  'mas/system/key/revoke': one('systemId', system, { ids: [nobody] }),
  'mas/grant/list': shown({}, ({ grantId }) => grantId),
  'mas/grant/save': {
    refused: async (world) => {
      const { inside, outside } = await pairOf(world);
      return [
        { granteeId: inside.systemId, targetIds: [outside.interfaceId] },
        { granteeId: outside.systemId, targetIds: [inside.interfaceId] },
        { granteeId: inside.systemId, targetIds: [nobody] },
      ];
    },
  },
  'mas/grant/delete': list('ids', ({ grantId }) => grantId),
  'mas/interface/list': shown({ pageSize: 200 }, id),
  'mas/interface/view': one('id', id),
  'mas/interface/compare': one('id', id),
  'mas/interface/delete': list('ids', id),
  'mas/interface/enable': list('ids', id),
  'mas/interface/disable': list('ids', id),
  'mas/interface/restore': { refused: () => [{ ids: [nobody] }] },
  ...Object.fromEntries(
    interfaceKinds.flatMap((kind) => [
      [`mas/interface/${kind}/add`, one('prefixId', prefix, (world) => definitionOf(world, kind))],
      [`mas/interface/${kind}/save`, one('id', id, draft)],
    ]),
  ),
  'mas/interface/publish': one('id', id, { version: 1, note: 'Note' }),
  'mas/interface/rollback': one('id', id, { no: 1, note: 'Note' }),
  'mas/interface/copy': {
    refused: async (world) => {
      const { inside, outside } = await pairOf(world);
      const named = { code: accessWord(), name: 'Copy' };
      return [
        { ...named, id: outside.interfaceId, prefixId: inside.prefixId },
        { ...named, id: inside.interfaceId, prefixId: outside.prefixId },
        { ...named, id: nobody, prefixId: inside.prefixId },
      ];
    },
  },
  'mas/interface/tag': list('ids', id, { addTags: ['Tag'] }),
  'mas/interface/document': one('id', id),
  'mas/interface/log/update': list('ids', id, { on: 0 }),
  'mas/interface/auth/update': list('ids', id, { on: 1 }),
  'mas/interface/cache/update': one('id', id, { version: 1, on: true }),
  'mas/interface/export': {
    hidden: async (world) => ({ input: {}, ids: [`path: ${await pathOf(world, 'outside')}\\n`] }),
  },
  'mas/interface/import': {
    hidden: async (world) => ({
      input: { text: await fileWithForeign(world) },
      // Of the foreign interface, and of the own one on a foreign database.
      ids: ['"action":"same"', '"action":"add"'],
    }),
  },
  'mas/usage/list': one('id', id, { kind: 'apiInterface' }),
  'mas/system/document': one('systemId', system),
  'mas/case/list': one('interfaceId', id),
  'mas/case/save': one('interfaceId', id, { name: 'Case' }),
  'mas/case/delete': list('ids', ({ caseId }) => caseId),
  'mas/soap/interfaces': one('id', id, async (world) => ({ prefixId: (await pairOf(world)).inside.prefixId, names: ['Add'] })),
  'mas/prefix/interfaces': one('prefixId', prefix, { text: '{"openapi":"3.0.0","paths":{"/a":{"get":{}}}}' }),
};
