import { nobody, type Sample } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';
import { newFeedback } from './tries.ts';

type Pair = Record<'inside' | 'outside', string>;
const known = new WeakMap<World, Promise<Pair>>();

/** What somebody of each side wrote. */
function sides(world: World): Promise<Pair> {
  const one = (side: World['inside']): Promise<string> => newFeedback(world.house, side.person.id, side.department.id);
  const found = known.get(world) ?? (async () => ({ inside: await one(world.inside), outside: await one(world.outside) }))();
  known.set(world, found);
  return found;
}

const one = (more: Record<string, unknown> = {}): Sample => ({
  refused: async (world) => [(await sides(world)).outside, nobody].map((id) => ({ ...more, id })),
});
const many = (more: Record<string, unknown> = {}): Sample => ({
  refused: async (world) => {
    const { inside, outside } = await sides(world);
    return [[outside], [inside, outside], [nobody]].map((ids) => ({ ...more, ids }));
  },
});

/** How calls of feedback are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = {
  'mam/feedback/list': {
    hidden: async (world) => ({ input: { pageNum: 1, pageSize: 200 }, ids: [(await sides(world)).outside], counted: true }),
  },
  'mam/feedback/get': one(),
  'mam/feedback/export': { free: 'the job reads what the list shows' },
  'mam/feedback/delete': many(),
  'mam/feedback/reply': one({ text: 'x' }),
  'mam/feedback/assign': {
    refused: async (world) => {
      const { inside, outside } = await sides(world);
      return [
        { ids: [outside], assigneeId: null },
        { ids: [inside], assigneeId: world.outside.person.id },
      ];
    },
  },
  'mam/feedback/close': many(),
  'mam/feedback/reopen': many(),
  'mam/feedback/file': one(),
};
