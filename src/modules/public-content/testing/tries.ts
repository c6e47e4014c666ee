import type { House } from '../../../../tests/access/house.ts';
import type { TrySample, Values } from '../../../../tests/conformance/samples.ts';
import { articleSubmit, articleUpdate } from '../common/article.contract.ts';
import {
  newAccount,
  newArticle,
  newFile,
  newGroup,
  newImageMessage,
  newImageText,
  newPicture,
  newPublished,
  newText,
  word,
} from './make.ts';

type Make<T> = (house: House, snoId: string) => Promise<T>;

const of =
  <T>(make: Make<T>, input: (made: T) => Values): TrySample =>
  async (house) =>
    input(await make(house, await newAccount(house)));
const ids = (make: Make<string>, more: Values = {}): TrySample => of(make, (id) => ({ ids: [id], ...more }));
const changed = (make: Make<string>, more: () => Values): TrySample => of(make, (id) => ({ id, version: 1, ...more() }));
const step = (make: Make<{ id: string; version: number }>, more: () => Values = () => ({})): TrySample =>
  of(make, (one) => ({ ...one, ...more() }));

const inReview: Make<{ id: string; version: number }> = async (house, snoId) => {
  const { id, version } = await house.boss.call(articleSubmit, await newArticle(house, snoId));
  return { id, version };
};
/** One of which something else is written than what was published. */
const edited: Make<{ id: string; version: number }> = async (house, snoId) => {
  const { id, version } = await newPublished(house, snoId);
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '新' }] }] };
  const now = await house.boss.call(articleUpdate, { id, version, texts: { zh_CN: { base: 2, title: word(), digest: '', body } } });
  return { id, version: now.version };
};
const hour = 3_600_000;

/** Inputs of writes to content. */
export const tries: Readonly<Record<string, TrySample>> = {
  'mpm/material/group/add': async (house) => ({ snoId: await newAccount(house), kind: 'text', name: word() }),
  'mpm/material/group/update': changed(newGroup, () => ({ name: word() })),
  'mpm/material/group/delete': ids(newGroup, { moveTo: null }),
  'mpm/material/group/reorder': async (house) => {
    const snoId = await newAccount(house);
    return { ids: [await newGroup(house, snoId), await newGroup(house, snoId)].toReversed() };
  },
  'mpm/material/add': async (house) => ({ snoId: await newAccount(house), kind: 'text', name: word(), text: { zh_CN: 'x' } }),
  'mpm/material/update': changed(newText, () => ({ name: word() })),
  'mpm/material/delete': ids(newText),
  'mpm/material/move': async (house) => {
    const snoId = await newAccount(house);
    return { ids: [await newText(house, snoId)], groupId: await newGroup(house, snoId) };
  },
  'mpm/material/replace': async (house) => {
    const snoId = await newAccount(house);
    return { id: await newPicture(house, snoId), version: 1, fileId: await newFile(house, snoId) };
  },
  'mpm/imageText/add': async (house) => {
    const snoId = await newAccount(house);
    return { snoId, name: word(), items: [{ articleId: (await newArticle(house, snoId)).id }] };
  },
  'mpm/imageText/update': changed(newImageText, () => ({ name: word() })),
  'mpm/imageText/delete': ids(newImageText),
  'mpm/imageText/copy': of(newImageText, (id) => ({ id })),
  'mpm/imageMessage/add': async (house) => {
    const snoId = await newAccount(house);
    return { snoId, name: { zh_CN: word() }, items: [{ materialId: await newPicture(house, snoId) }] };
  },
  'mpm/imageMessage/update': changed(newImageMessage, () => ({ name: { zh_CN: word() } })),
  'mpm/imageMessage/delete': ids(newImageMessage),
  'mpm/imageMessage/copy': of(newImageMessage, (id) => ({ id })),
  'mpm/article/add': async (house) => ({ snoId: await newAccount(house), title: { zh_CN: word() } }),
  'mpm/article/update': step(newArticle, () => ({ author: word() })),
  'mpm/article/delete': of(newArticle, ({ id }) => ({ ids: [id] })),
  'mpm/article/copy': of(newArticle, ({ id }) => ({ id })),
  'mpm/article/submit': step(newArticle),
  'mpm/article/publish': step(newArticle),
  'mpm/article/return': step(inReview, () => ({ reason: 'Shorter' })),
  'mpm/article/withdraw': step(newPublished),
  'mpm/article/schedule': step(newArticle, () => ({ publishAt: Date.now() + hour })),
  'mpm/article/restore': step(edited, () => ({ n: 1 })),
  'mpm/article/correct': step(newPublished, () => ({ note: word() })),
};
