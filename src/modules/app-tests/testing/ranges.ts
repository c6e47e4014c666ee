import { nobody, type Sample } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';
import { newTest, testDraft } from './tries.ts';

type Pair = Record<'inside' | 'outside', string>;
const known = new WeakMap<World, Promise<Pair>>();

function sides(world: World): Promise<Pair> {
  const found =
    known.get(world) ??
    (async () => ({
      inside: await newTest(world.house, world.inside.department.id),
      outside: await newTest(world.house, world.outside.department.id),
    }))();
  known.set(world, found);
  return found;
}
const one = (more: Record<string, unknown> = {}): Sample => ({
  refused: async (world) => [(await sides(world)).outside, nobody].map((id) => ({ ...more, id })),
});

/** How calls of directed tests are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = {
  'mam/test/list': {
    hidden: async (world) => ({ input: { pageNum: 1, pageSize: 200 }, ids: [(await sides(world)).outside], counted: true }),
  },
  'mam/test/get': one(),
  'mam/test/add': {
    refused: async (world) => {
      const there = await testDraft(world.house, world.outside.department.id);
      const here = await testDraft(world.house, world.inside.department.id);
      return [there, { ...here, versionId: nobody }, { ...here, testers: there.testers }];
    },
  },
  'mam/test/update': one({ version: 1, name: 'Mine' }),
  'mam/test/end': {
    refused: async (world) => {
      const { inside, outside } = await sides(world);
      return [[outside], [inside, outside], [nobody]].map((ids) => ({ ids }));
    },
  },
  'mam/test/remind': one(),
  'mam/test/promote': one(),
  'mam/test/preview': {
    refused: async (world) => {
      const { inside, outside } = await sides(world);
      return [
        { id: outside, empId: world.inside.person.id },
        { id: inside, empId: world.outside.person.id },
        { id: inside, empId: nobody },
      ];
    },
  },
};
