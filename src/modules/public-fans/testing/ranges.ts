import { nobody, oncePerWorld, type Sample } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';
import { newAccount, newComment, newPush, newTag } from './make.ts';

interface Side {
  readonly snoId: string;
  readonly fan: string;
  readonly tag: string;
  readonly pushId: string;
  readonly articleId: string;
  readonly comment: string;
}

const side = async ({ house }: World, department: string): Promise<Side> => {
  const one = await newAccount(house, department);
  const push = await newPush(house, one);
  return { ...one, ...push, tag: await newTag(house, one.snoId), comment: await newComment(house, { ...one, ...push }) };
};
/** An account with a fan, a tag, a push and a comment on each side. */
const sides = oncePerWorld(async (world) => ({
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
const ofPush = (more: Record<string, unknown> = {}): Sample => ({
  refused: async (world) => [(await sides(world)).outside.pushId, nobody].map((pushId) => ({ pushId, ...more })),
});
const ofPushFilter = (): Sample => ({
  refused: async (world) => [(await sides(world)).outside.pushId, nobody].map((pushId) => ({ format: 'csv', filter: { pushId } })),
});
const ofComments = (): Sample => ({
  refused: async (world) => {
    const { inside, outside } = await sides(world);
    return [[outside.comment], [inside.comment, outside.comment], [nobody]].map((ids) => ({ ids }));
  },
});
const ofFans = (more: Record<string, unknown> = {}): Sample => ({
  refused: async (world) => {
    const { inside, outside } = await sides(world);
    return [
      { snoId: outside.snoId, empIds: [outside.fan], ...more },
      { snoId: inside.snoId, empIds: [outside.fan], ...more },
      { snoId: inside.snoId, empIds: [nobody], ...more },
      { snoId: nobody, empIds: [inside.fan], ...more },
    ];
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
  'mpm/fan/list': ofAccount(),
  'mpm/fan/get': {
    refused: async (world) => {
      const { inside, outside } = await sides(world);
      return [
        { snoId: outside.snoId, id: outside.fan },
        { snoId: inside.snoId, id: outside.fan },
        { snoId: inside.snoId, id: nobody },
      ];
    },
  },
  'mpm/fan/stat': ofAccount(),
  'mpm/fan/block': ofFans(),
  'mpm/fan/unblock': ofFans(),
  'mpm/fan/remark': ofFans({ remark: 'x' }),
  'mpm/fan/export': ofAccount(() => ({ format: 'csv' })),
  'mpm/fan/import': ofAccount(() => ({ fileId: nobody })),
  'mpm/comment/list': ofPush(),
  'mpm/comment/show': ofComments(),
  'mpm/comment/hide': ofComments(),
  'mpm/comment/feature': ofComments(),
  'mpm/comment/unfeature': ofComments(),
  'mpm/comment/delete': ofComments(),
  'mpm/comment/reply': {
    refused: async (world) => [(await sides(world)).outside.comment, nobody].map((id) => ({ id, text: 'x' })),
  },
  'mpm/comment/policy': ofPush({ mode: 'off' }),
  'mpm/comment/export': ofPushFilter(),
  'mpm/like/list': ofPush(),
  'mpm/like/export': ofPushFilter(),
  'mpm/read/stat': ofPush(),
  'mpm/read/list': ofPush(),
  'mpm/read/unread': ofPush(),
  'mpm/read/export': ofPushFilter(),
  'mpm/log/list': ofAccount(),
  'mpm/log/export': {
    refused: async (world) => [(await sides(world)).outside.snoId, nobody].map((snoId) => ({ format: 'csv', filter: { snoId } })),
  },
};
