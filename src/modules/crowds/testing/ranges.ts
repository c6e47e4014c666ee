import { crowdAdd } from '../common/crowd.contract.ts';
import { nobody, oncePerWorld, type Sample } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';

type Pair = Record<'inside' | 'outside', string>;

const rule = { match: 'all' as const, of: [{ field: 'title', op: 'notEmpty' as const, value: null }] };
const draftOf = (code: string, ownerDeptId: string) => ({ name: { zh_CN: code }, code, ownerDeptId, conditions: rule });

/** A crowd of each side. */
const pairOf = oncePerWorld(makePair);

async function makePair(world: World): Promise<Pair> {
  const add = async (code: string, side: World['outside']): Promise<string> =>
    (await world.boss.call(crowdAdd, draftOf(code, side.department.id))).id;
  return { inside: await add('range-inside', world.inside), outside: await add('range-outside', world.outside) };
}

const one = (name: 'id' | 'crowdId', more: Record<string, unknown> = {}): Sample => ({
  refused: async (world) => [(await pairOf(world)).outside, nobody].map((id) => ({ ...more, [name]: id })),
});
const many: Sample = {
  refused: async (world) => {
    const { inside, outside } = await pairOf(world);
    return [[outside], [inside, outside], [outside, inside], [inside, nobody]].map((ids) => ({ ids }));
  },
};

/** How operations on crowds are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = {
  'muc/crowd/list': {
    hidden: async (world) => ({ input: { pageSize: 200 }, ids: [(await pairOf(world)).outside], counted: true }),
  },
  'muc/crowd/conditions': { free: 'Names sources of the range and of departments above it; tests/crowds holds it' },
  'muc/crowd/detail': one('id'),
  'muc/crowd/usedBy': one('id'),
  'muc/crowd/history': one('id'),
  'muc/crowd/add': {
    refused: (world) => [world.outside.department.id, nobody].map((id) => draftOf('range-new', id)),
  },
  'muc/crowd/update': {
    refused: async (world) => {
      const { inside, outside } = await pairOf(world);
      return [
        ...[outside, nobody].map((id) => ({ id, version: 1, description: 'Mine' })),
        { id: inside, version: 1, ownerDeptId: world.outside.department.id, expectedJoin: 0, expectedLeave: 0 },
      ];
    },
  },
  'muc/crowd/delete': many,
  'muc/crowd/pause': many,
  'muc/crowd/resume': many,
  'muc/crowd/recompute': one('id'),
  'muc/crowd/release': one('id', { reason: 'Let it be' }),
  'muc/crowd/preview': {
    refused: (world) => [world.outside.department.id, nobody].map((ownerDeptId) => ({ kind: 'dynamic', ownerDeptId, conditions: rule })),
  },
  'muc/crowd/showEmployees': one('crowdId'),
  'muc/crowd/explain': {
    refused: async (world) => {
      const { inside, outside } = await pairOf(world);
      return [
        { crowdId: outside, empId: world.inside.person.id },
        { crowdId: inside, empId: world.outside.person.id },
        { crowdId: inside, empId: nobody },
      ];
    },
  },
  'muc/crowd/export': one('crowdId'),
  'muc/pick/crowd': {
    hidden: async (world) => ({ input: { text: 'range-' }, ids: [(await pairOf(world)).outside], counted: false }),
  },
};
