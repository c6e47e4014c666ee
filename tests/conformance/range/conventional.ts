import { addressOf, type Endpoint } from '../../../src/kit/common/contract.ts';
import { sampleInput } from '../../../src/kit/testing/sample-input.ts';
import { entityRange } from '../entity-samples.ts';
import { nobody, type Sample } from '../samples.ts';
import type { Side, World } from './world.ts';

type Values = Record<string, unknown>;

/** Ids of two objects that were added for one world. */
type Pair = Record<'inside' | 'outside', string>;
const pairs = new WeakMap<World, Map<string, Promise<Pair>>>();

/**
 * How an operation of a declared entity, or one of things with a `departmentId` is asked for what lies outside, when it is called as the long form of new:module calls it: `area/noun/list`, `get`,
 * `add`, `update`, `enable`, `disable`, `delete`. Others say it themselves in samples.ts.
 */
export function conventionalSample(operation: Endpoint, all: readonly Endpoint[]): Sample | undefined {
  return entityRange(operation) ?? namedSample(operation, all);
}

function namedSample(operation: Endpoint, all: readonly Endpoint[]): Sample | undefined {
  const [noun, verb] = [operation.path.replace(/\/[^/]*$/, ''), operation.path.split('/').at(-1)!];
  const add = all.find((one) => addressOf(one) === addressOf({ ...operation, path: `${noun}/add` }));
  if (!add || !('departmentId' in sampleInput(add.input, nobody))) return undefined;
  const draftOf = (name: string, departmentId: string): Values => ({ ...sampleInput(add.input, departmentId), name });
  const pairOf = (world: World): Promise<Pair> => {
    const known = pairs.get(world) ?? new Map<string, Promise<Pair>>();
    pairs.set(world, known);
    if (!known.has(add.path))
      known.set(
        add.path,
        addPair(world, add, (side, name) => draftOf(name, side.department.id)),
      );
    return known.get(add.path)!;
  };
  if (verb === 'list')
    return { hidden: async (world) => ({ input: { pageSize: 200 }, ids: [(await pairOf(world)).outside], counted: true }) };
  const inputs: Readonly<Record<string, (pair: Pair, world: World) => Values[]>> = {
    get: ({ outside }) => [{ id: outside }, { id: nobody }],
    add: (_, world) => [world.outside.department.id, nobody].map((id) => draftOf('Range', id)),
    update: ({ inside, outside }, world) => [
      { id: outside, version: 1, name: 'Mine' },
      { id: nobody, version: 1, name: 'Mine' },
      { id: inside, version: 1, departmentId: world.outside.department.id },
    ],
  };
  const many = ({ inside, outside }: Pair): Values[] =>
    [[outside], [inside, outside], [outside, inside], [inside, nobody]].map((ids) => ({ ids }));
  const asked = ['enable', 'disable', 'delete'].includes(verb) ? many : inputs[verb];
  return asked && { refused: async (world) => asked(await pairOf(world), world) };
}

async function addPair({ boss, inside, outside }: World, add: Endpoint, draft: (side: Side, name: string) => Values): Promise<Pair> {
  const added = async (side: Side, name: string): Promise<string> => ((await boss.call(add, draft(side, name))) as { id: string }).id;
  return { inside: await added(inside, 'Range inside'), outside: await added(outside, 'Range outside') };
}
