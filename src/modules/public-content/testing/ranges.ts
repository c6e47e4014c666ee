import { nobody, oncePerWorld, type Sample, type Values } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';
import { newAccount, newArticle, newFile, newGroup, newImageMessage, newImageText, newPicture, newText } from './make.ts';

interface Side {
  readonly snoId: string;
  readonly group: string;
  readonly text: string;
  readonly picture: string;
  readonly file: string;
  readonly article: string;
  readonly imageText: string;
  readonly imageMessage: string;
}

const side = async ({ house }: World, department: string): Promise<Side> => {
  const snoId = await newAccount(house, department);
  return {
    snoId,
    group: await newGroup(house, snoId),
    text: await newText(house, snoId),
    picture: await newPicture(house, snoId),
    file: await newFile(house, snoId),
    article: (await newArticle(house, snoId)).id,
    imageText: await newImageText(house, snoId),
    imageMessage: await newImageMessage(house, snoId),
  };
};
/** An account with content of every kind on each side. */
const sides = oncePerWorld(async (world) => ({
  inside: await side(world, world.inside.department.id),
  outside: await side(world, world.outside.department.id),
}));

type Thing = Exclude<keyof Side, 'snoId'>;
type More = Values | ((inside: Side) => Values);
const moreOf = (more: More, inside: Side): Values => (typeof more === 'function' ? more(inside) : more);

const one = (thing: Thing, more: More = {}): Sample => ({
  refused: async (world) => {
    const { inside, outside } = await sides(world);
    return [outside[thing], nobody].map((id) => ({ id, ...moreOf(more, inside) }));
  },
});
const many = (thing: Thing, more: More = {}): Sample => ({
  refused: async (world) => {
    const { inside, outside } = await sides(world);
    return [[outside[thing]], [inside[thing], outside[thing]], [nobody]].map((ids) => ({ ids, ...moreOf(more, inside) }));
  },
});
const ofAccount = (more: More): Sample => ({
  refused: async (world) => {
    const { inside, outside } = await sides(world);
    return [outside.snoId, nobody].map((snoId) => ({ snoId, ...moreOf(more, inside) }));
  },
});
const hidden = (thing: Thing): Sample => ({
  hidden: async (world) => ({ input: { pageSize: 500 }, ids: [(await sides(world)).outside[thing]], counted: true }),
});

/** How content is asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = {
  'mpm/material/group/list': hidden('group'),
  'mpm/material/group/get': one('group'),
  'mpm/material/group/add': ofAccount({ kind: 'text', name: 'x' }),
  'mpm/material/group/update': one('group', { version: 1, name: 'x' }),
  'mpm/material/group/reorder': many('group'),
  'mpm/material/group/delete': many('group', { moveTo: null }),
  'mpm/material/list': hidden('text'),
  'mpm/material/get': one('text'),
  'mpm/material/add': ofAccount({ kind: 'text', name: 'x', text: { zh_CN: 'x' } }),
  'mpm/material/update': one('text', { version: 1, name: 'x' }),
  'mpm/material/delete': many('text'),
  'mpm/material/upload': ofAccount({ kind: 'image', fileId: nobody }),
  'mpm/material/file': one('file'),
  'mpm/material/usedBy': one('text'),
  'mpm/material/move': many('text', { groupId: null }),
  'mpm/material/replace': one('picture', ({ file }) => ({ version: 1, fileId: file })),
  'mpm/content/list': ofAccount({ kind: 'text' }),
  'mpm/imageText/list': hidden('imageText'),
  'mpm/imageText/get': one('imageText'),
  'mpm/imageText/add': ofAccount(({ article }) => ({ name: 'x', items: [{ articleId: article }] })),
  'mpm/imageText/update': one('imageText', { version: 1, name: 'x' }),
  'mpm/imageText/delete': many('imageText'),
  'mpm/imageText/copy': one('imageText'),
  'mpm/imageText/export': { free: 'the job reads what the list shows' },
  'mpm/imageMessage/list': hidden('imageMessage'),
  'mpm/imageMessage/get': one('imageMessage'),
  'mpm/imageMessage/add': ofAccount(({ picture }) => ({ name: { zh_CN: 'x' }, items: [{ materialId: picture }] })),
  'mpm/imageMessage/update': one('imageMessage', { version: 1, name: { zh_CN: 'x' } }),
  'mpm/imageMessage/delete': many('imageMessage'),
  'mpm/imageMessage/copy': one('imageMessage'),
  'mpm/article/list': hidden('article'),
  'mpm/article/get': one('article'),
  'mpm/article/add': ofAccount({ title: { zh_CN: 'x' } }),
  'mpm/article/update': one('article', { version: 2, author: 'x' }),
  'mpm/article/delete': many('article'),
  'mpm/article/copy': one('article'),
  'mpm/article/export': { free: 'the job reads what the list shows' },
  'mpm/article/lock': one('article', { language: 'zh_CN', block: 0 }),
  'mpm/article/submit': one('article', { version: 2 }),
  'mpm/article/publish': one('article', { version: 2 }),
  'mpm/article/return': one('article', { version: 2, reason: 'x' }),
  'mpm/article/withdraw': one('article', { version: 2 }),
  'mpm/article/schedule': one('article', { version: 2 }),
  'mpm/article/restore': one('article', { version: 2, n: 1 }),
  'mpm/article/correct': one('article', { version: 2, note: 'x' }),
  'mpm/article/versions': one('article'),
  'mpm/article/diff': one('article', { from: 1, to: 0, language: 'zh_CN' }),
  'mpm/article/check': one('article'),
  'mpm/article/preview': one('article', { language: 'zh_CN' }),
  'mpm/article/fetchImage': ofAccount({ url: 'https://example.com/x.png' }),
};
