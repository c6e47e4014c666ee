import { addressOf, type Endpoint } from '../../src/kit/common/contract.ts';
import { sampleInput } from '../../src/kit/testing/sample-input.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import type { House } from '../access/house.ts';
import { trySamples } from './collected.ts';
import { entityTry } from './entity-samples.ts';
import type { Values } from './samples.ts';

let made = 0;
const word = (): string => `tried${(made += 1)}`;

/** An input for an operation that can be tried: its own sample, or what `area/noun/verb` means with a new object; undefined when neither will do. */
export async function tryInput(house: House, operation: Endpoint, all: readonly Endpoint[]): Promise<Values | undefined> {
  const own = trySamples[operation.path];
  if (own) return own(house);
  return (await entityTry(house, operation)) ?? conventional(house, operation, all).catch(() => undefined);
}

async function conventional(house: House, operation: Endpoint, all: readonly Endpoint[]): Promise<Values | undefined> {
  const [noun, verb] = [operation.path.replace(/\/[^/]*$/, ''), operation.path.split('/').at(-1)];
  const sibling = (name: string): Endpoint | undefined =>
    all.find((one) => addressOf(one) === addressOf({ ...operation, path: `${noun}/${name}` }));
  const add = sibling('add');
  if (!add) return undefined;
  const draft = { ...sampleInput(add.input, rootDepartmentId), name: word() };
  if (verb === 'add') return draft;
  const { id } = (await house.boss.call(add, draft)) as { id: string };
  if (verb === 'update') return { id, version: 1, name: word() };
  if (verb === 'enable') await house.boss.call(sibling('disable')!, { ids: [id] });
  return { ids: [id] };
}
