import { rootDepartmentId } from '#modules/people/common/root.ts';
import { account } from '#modules/public-accounts/common/account.contract.ts';
import type { House } from '../../../../tests/access/house.ts';
import { article, articlePublish, articleUpdate } from '../common/article.contract.ts';
import { imageMessage, imageText } from '../common/composed.contract.ts';
import { material, materialGroup, materialUpload } from '../common/material.contract.ts';
import type { ContentKind } from '../common/words.ts';
import { pngOf } from './make-files.ts';

let made = 0;
/** A name that nothing else has. */
export const word = (): string => `content-${(made += 1)}`;

/** An account of a department. */
export async function newAccount(house: House, ownerDeptId = rootDepartmentId): Promise<string> {
  const name = word();
  const managerIds = [await house.person([ownerDeptId])];
  return (await house.boss.call(account.add, { name: { zh_CN: name }, code: name, ownerDeptId, managerIds })).id;
}

/** A picture as it would have been uploaded by the super administrator, kept for an account. */
export async function newFile({ boss }: House, snoId: string): Promise<string> {
  const fileId = await boss.upload('p.png', await pngOf(`#${(made += 1).toString(16).padStart(6, '0')}`));
  return (await boss.call(materialUpload, { snoId, kind: 'image', fileId })).fileId;
}

/** A picture of an account. */
export const newPicture = async (house: House, snoId: string): Promise<string> =>
  (await house.boss.call(material.add, { snoId, kind: 'image', name: word(), fileId: await newFile(house, snoId) })).id;
/** A text of an account. */
export const newText = async ({ boss }: House, snoId: string): Promise<string> =>
  (await boss.call(material.add, { snoId, kind: 'text', name: word(), text: { zh_CN: '你好' } })).id;
/** A group of an account. */
export const newGroup = async ({ boss }: House, snoId: string, kind: ContentKind = 'text'): Promise<string> =>
  (await boss.call(materialGroup.add, { snoId, kind, name: word() })).id;

/** An article of an account with a Chinese text, at its present version. */
export async function newArticle({ boss }: House, snoId: string): Promise<{ id: string; version: number }> {
  const { id } = await boss.call(article.add, { snoId, title: { zh_CN: word() } });
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '正文' }] }] };
  const { version } = await boss.call(articleUpdate, { id, version: 1, texts: { zh_CN: { base: 1, title: word(), digest: '', body } } });
  return { id, version };
}
/** One that is published. */
export async function newPublished(house: House, snoId: string): Promise<{ id: string; version: number }> {
  const { id, version } = await house.boss.call(articlePublish, await newArticle(house, snoId));
  return { id, version };
}
/** A message of one article. */
export const newImageText = async (house: House, snoId: string): Promise<string> =>
  (await house.boss.call(imageText.add, { snoId, name: word(), items: [{ articleId: (await newPublished(house, snoId)).id }] })).id;
/** A message of one picture. */
export const newImageMessage = async (house: House, snoId: string): Promise<string> =>
  (await house.boss.call(imageMessage.add, { snoId, name: { zh_CN: word() }, items: [{ materialId: await newPicture(house, snoId) }] })).id;
