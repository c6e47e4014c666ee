import { caseSave } from '../common/case.contract.ts';
import { accessKeyAdd, grantList, grantSave } from '../common/system.contract.ts';
import { nobody, oncePerWorld, type Sample, type Values } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';
import { accessWord, liveInterface } from './made.ts';

/** What an interface needs, and what hangs on it. */
export interface Things {
  interfaceId: string;
  systemId: string;
  prefixId: string;
  keyId: string;
  grantId: string;
  caseId: string;
}

/** An interface of each side. */
export const pairOf = oncePerWorld(makePair);

async function makePair(world: World): Promise<Record<'inside' | 'outside', Things>> {
  const { house } = world;
  const make = async (side: 'inside' | 'outside'): Promise<Things> => {
    const { id, system } = await liveInterface(house, world[side].department.id);
    await house.confirm(house.boss);
    const key = await house.boss.call(accessKeyAdd, { systemId: system.id, name: accessWord() });
    await house.boss.call(grantSave, { granteeId: system.id, targetIds: [id] });
    const grant = (await house.boss.call(grantList, { granteeId: system.id })).list[0]!;
    const { id: caseId } = await house.boss.call(caseSave, { interfaceId: id, name: accessWord() });
    return { interfaceId: id, systemId: system.id, prefixId: system.prefixId, keyId: key.id, grantId: grant.id, caseId };
  };
  return { inside: await make('inside'), outside: await make('outside') };
}

/** One at a field: outside, and an id of nobody. */
export const one = (name: string, pick: (side: Things) => string, more: Values | ((world: World) => Promise<Values>) = {}): Sample => ({
  refused: async (world) => {
    const { outside } = await pairOf(world);
    const others = typeof more === 'function' ? await more(world) : more;
    return [pick(outside), nobody].map((id) => ({ ...others, [name]: id }));
  },
});
/** Several at a field: outside alone, among others, and an id of nobody. */
export const list = (name: string, pick: (side: Things) => string, more: Values = {}): Sample => ({
  refused: async (world) => {
    const { inside, outside } = await pairOf(world);
    const [good, bad] = [pick(inside), pick(outside)];
    return [[bad], [good, bad], [good, nobody]].map((ids) => ({ ...more, [name]: ids }));
  },
});
export const shown = (input: Values, pick: (side: Things) => string): Sample => ({
  hidden: async (world) => ({ input, ids: [pick((await pairOf(world)).outside)], counted: true }),
});

/** What a call names of a side. */
export const id = ({ interfaceId }: Things): string => interfaceId;
export const prefix = ({ prefixId }: Things): string => prefixId;
export const system = ({ systemId }: Things): string => systemId;
