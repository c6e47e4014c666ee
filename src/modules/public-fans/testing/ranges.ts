import { nobody, oncePerWorld, type Sample } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';
import { newAccount, newTag } from './make.ts';

interface Side {
  readonly snoId: string;
  readonly fan: string;
  readonly tag: string;
}

const side = async ({ house }: World, department: string): Promise<Side> => {
  const one = await newAccount(house, department);
  return { ...one, tag: await newTag(house, one.snoId) };
};
/** An account with a fan and a tag on each side. */
export const sides = oncePerWorld(async (world) => ({
  inside: await side(world, world.inside.department.id),
  outside: await side(world, world.outside.department.id),
}));

const ofAccount = (more: (one: Side) => Record<string, unknown> = () => ({})): Sample => ({
  refused: async (world) => {
    const { inside, outside } = await sides(world);
    return [outside.snoId, nobody].map((snoId) => ({ snoId, ...more(inside) }));
  },
});
const ofTag = (more: (one: Side) => Record<string, unknown> = () => ({})): Sample => ({
  refused: async (world) => {
    const { inside, outside } = await sides(world);
    return [outside.tag, nobody].map((id) => ({ id, ...more(inside) }));
  },
});
const ofTags = (): Sample => ({
  refused: async (world) => {
    const { inside, outside } = await sides(world);
    return [[outside.tag], [inside.tag, outside.tag], [nobody]].map((ids) => ({ ids }));
  },
});
const given = (): Sample => ({
  refused: async (world) => {
    const { inside, outside } = await sides(world);
    return [
      { snoId: outside.snoId, tagIds: [outside.tag], empIds: [outside.fan] },
      { snoId: inside.snoId, tagIds: [outside.tag], empIds: [inside.fan] },
      { snoId: inside.snoId, tagIds: [inside.tag], empIds: [outside.fan] },
      { snoId: inside.snoId, tagIds: [nobody], empIds: [inside.fan] },
    ];
  },
});

/** How calls of fans are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = {
  'mpm/tag/list': {
    hidden: async (world) => ({ input: { pageSize: 500 }, ids: [(await sides(world)).outside.tag], counted: true }),
  },
  'mpm/tag/get': ofTag(),
  'mpm/tag/add': {
    refused: async (world) => {
      const { inside, outside } = await sides(world);
      return [
        { name: 'x', snoId: outside.snoId },
        { name: 'x', snoId: nobody },
        { name: 'x', snoId: inside.snoId, kind: 'rule', departmentIds: [world.outside.department.id] },
      ];
    },
  },
  'mpm/tag/update': ofTag(() => ({ version: 1, name: 'x' })),
  'mpm/tag/delete': ofTags(),
  'mpm/tag/export': { free: 'the job reads what the list shows' },
  'mpm/tag/preview': ofAccount(() => ({ newerThan: 5 })),
  'mpm/tag/overlap': ofTag(),
  'mpm/tag/merge': {
    refused: async (world) => {
      const { inside, outside } = await sides(world);
      return [
        { ids: [inside.tag], intoId: outside.tag },
        { ids: [outside.tag], intoId: inside.tag },
        { ids: [nobody], intoId: inside.tag },
      ];
    },
  },
  'mpm/tag/assign': given(),
  'mpm/tag/remove': given(),
};
