import { radarAdd } from '../common/radar.contract.ts';
import { nobody, oncePerWorld, type Sample, type Values } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';

type Pair = Record<'inside' | 'outside' | 'site', string>;
const soon = Date.now() + 20 * 86_400_000;

/** Something that ends of each side, and of the whole site. */
const pairOf = oncePerWorld(makePair);

async function makePair(world: World): Promise<Pair> {
  const add = async (name: string, deptId: string | null): Promise<string> =>
    (await world.boss.call(radarAdd, { name, deptId, dueAt: soon })).id;
  return {
    inside: await add('Ends inside', world.inside.department.id),
    outside: await add('Ends outside', world.outside.department.id),
    site: await add('Ends everywhere', null),
  };
}

const many = (more: Values = {}): Sample => ({
  refused: async (world) => {
    const { inside, outside, site } = await pairOf(world);
    return [[outside], [site], [inside, outside], [outside, inside], [inside, nobody]].map((ids) => ({ ids, ...more }));
  },
});

/** How operations on the radar are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = {
  'radar/list': {
    hidden: async (world) => {
      const { outside, site } = await pairOf(world);
      return { input: { pageSize: 200 }, ids: [outside, site], counted: true };
    },
  },
  'radar/timeline': { free: 'It answers counts under the condition of the list' },
  'radar/get': {
    refused: async (world) => {
      const { outside, site } = await pairOf(world);
      return [outside, site, nobody].map((id) => ({ id }));
    },
  },
  'radar/assign': {
    refused: async (world) => {
      const { inside, outside, site } = await pairOf(world);
      return [
        ...[[outside], [site], [inside, outside], [inside, nobody]].map((ids) => ({ ids, ownerId: null })),
        { ids: [inside], ownerId: world.outside.person.id },
        { ids: [inside], ownerId: nobody },
      ];
    },
  },
  'radar/snooze': many({ until: soon, reason: 'Mine' }),
  'radar/recheck': many(),
  'radar/delete': many(),
  'radar/add': {
    refused: (world) => [
      { name: 'Mine', dueAt: soon },
      ...[world.outside.department.id, nobody].map((deptId) => ({ name: 'Mine', dueAt: soon, deptId })),
      { name: 'Mine', dueAt: soon, deptId: world.inside.department.id, ownerId: world.outside.person.id },
    ],
  },
  'radar/update': {
    refused: async (world) => {
      const { inside, outside, site } = await pairOf(world);
      return [
        ...[outside, site, nobody].map((id) => ({ id, version: 1, name: 'Mine' })),
        { id: inside, version: 1, deptId: world.outside.department.id },
        { id: inside, version: 1, deptId: null },
        { id: inside, version: 1, ownerId: world.outside.person.id },
      ];
    },
  },
  'radar/export': { free: 'The job reads under the condition of the list' },
};
