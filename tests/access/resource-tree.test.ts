import { afterAll, beforeAll, expect, test } from 'vitest';
import { getMenu, type MenuNode } from '../../src/kit/common/session/menu.contract.ts';
import { recycleBin } from '../../src/modules/recycle-bin/common/permissions.ts';
import { recycleList } from '../../src/modules/recycle-bin/common/recycle.contract.ts';
import {
  resourceFind,
  resourceRemove,
  resourceReorder,
  resourceReset,
  resourceSave,
  resourceTree,
  resourceUpdate,
} from '../../src/modules/system/common/resource.contract.ts';
import type { ConsoleClient } from '../journeys/console-client.ts';
import { codeOf, House } from './house.ts';

let house: House;
let holder: ConsoleClient;
beforeAll(async () => {
  house = await House.open();
  ({ client: holder } = await house.administrator({ codes: [recycleBin.code], range: { kind: 'all' } }));
}, 60_000);
afterAll(() => house.stop());

const find = () => house.boss.call(resourceFind, { code: recycleBin.code });
const all = (nodes: readonly MenuNode[]): MenuNode[] => nodes.flatMap((node) => [node, ...all(node.children)]);
const shown = async (client: ConsoleClient) => all(await client.call(getMenu, {})).find(({ code }) => code === recycleBin.code);

test('A delivered node is renamed and hidden for everybody; who held it holds it still, and nobody deletes it', async () => {
  const { boss } = house;
  const { id, version, names } = await find();
  expect(await codeOf(boss, resourceRemove, { ids: [id] })).toBe(11010);
  await boss.call(resourceUpdate, { id, version, names: { ...names, zh_CN: '垃圾箱', en_US: 'Rubbish' } });
  expect(await codeOf(boss, resourceUpdate, { id, version, visible: false })).toBe(10409);
  expect((await shown(holder))?.name).toMatch(/垃圾箱|Rubbish/);
  await boss.call(resourceUpdate, { id, version: version + 1, visible: false });
  expect(await shown(holder)).toBeUndefined();
  // What is hidden is the menu, not the permission.
  expect(await codeOf(holder, recycleList, {})).toBe(0);
  await boss.call(resourceReset, { ids: [id] });
  expect(await shown(holder)).toMatchObject({ code: recycleBin.code });
  expect((await find()).names).toEqual(names);
});

test('Each node says to which module it belongs, how many roles give it, and how what it opens is logged', async () => {
  const { nodes } = await house.boss.call(resourceTree, {});
  const node = nodes.find(({ code }) => code === recycleBin.code)!;
  expect(node).toMatchObject({ module: 'sys', moduleName: nodes.find(({ code }) => code === 'sys')!.name });
  expect(node.roles).toBeGreaterThan(0);
  expect(nodes.find(({ code }) => code === recycleBin.button.purge)).toMatchObject({ words: ['recycle.purge'], dangerous: true });
});

test('Of two who order the children of a node at once one is told that the order changed', async () => {
  const { boss } = house;
  const folder = async (code: string) => (await boss.call(resourceSave, { code, names: { zh_CN: code } })).id;
  const made = [await folder('first_folder'), await folder('second_folder')];
  const { nodes, orders } = await boss.call(resourceTree, {});
  const top = nodes.filter(({ parent }) => parent === null).map(({ id }) => id);
  const version = orders['']!;
  const reorder = (ids: string[]) => codeOf(boss, resourceReorder, { parentId: null, ids, version });
  const others = top.filter((id) => !made.includes(id));
  const answers = await Promise.all([reorder([...made, ...others]), reorder([...made.toReversed(), ...others])]);
  expect(answers.toSorted((one, other) => one - other)).toEqual([0, 10409]);
  expect(await codeOf(boss, resourceRemove, { ids: made })).toBe(0);
});
