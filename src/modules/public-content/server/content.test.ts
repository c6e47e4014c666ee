import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepMade } from '#kit/server/files/files.ts';
import { serveModulesAt, type TestCaller, type TestModules } from '#kit/testing/test-module.ts';
import { employeeAdd } from '#modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { peopleModules } from '#modules/people-sources/server/testing/people-modules.ts';
import { account } from '#modules/public-accounts/common/account.contract.ts';
import { publicAccountsModule } from '#modules/public-accounts/server/module.ts';
import { systemModule } from '#modules/system/server/module.ts';
import {
  article,
  articleCorrect,
  articleFetchImage,
  articlePublish,
  articleRestore,
  articleReturn,
  articleSchedule,
  articleSubmit,
  articleUpdate,
  articleWithdraw,
} from '../common/article.contract.ts';
import { articleCheck, articleDiff, articlePreview, articleVersions } from '../common/article-reading.contract.ts';
import type { BodyNode } from '../common/body.ts';
import { imageMessage, imageText } from '../common/composed.contract.ts';
import {
  contentList,
  groupDelete,
  material,
  materialGroup,
  materialMove,
  materialReplace,
  materialUpload,
  materialUsedBy,
} from '../common/material.contract.ts';
import { articlePage, publicContentPages } from '../common/permissions.ts';
import { mp4Of, pngOf } from '../testing/make-files.ts';
import { followPlans } from './article/flow.ts';
import { publicContentModule } from './module.ts';
import { assertContent, contentNames, freezeContent, shownContent, usesOfContent } from './public.ts';

let served: TestModules;
let site: Server;
let boss: TestCaller;
let snoId = '';
let other = '';
let manager = '';
let made = 0;

beforeAll(async () => {
  site = createServer((request, response) => {
    if (request.url === '/map.png') void pngOf('#0cf').then((bytes) => response.end(bytes));
    else if (request.url === '/page') response.end('<html></html>');
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  served = await serveModulesAt(
    [`127.0.0.1:${(site.address() as AddressInfo).port}`],
    systemModule,
    ...peopleModules,
    publicAccountsModule,
    publicContentModule,
  );
  boss = served.boss;
  manager = (
    await boss.call(employeeAdd, {
      account: 'content-manager',
      name: 'Manager',
      assignments: [{ departmentId: rootDepartmentId, primary: true }],
    })
  ).id;
  [snoId, other] = [await newAccount(), await newAccount()];
});
afterAll(async () => {
  await served.close();
  site.close();
});

const newAccount = async (): Promise<string> => {
  const name = `content-${(made += 1)}`;
  return (await boss.call(account.add, { name: { zh_CN: name }, code: name, ownerDeptId: rootDepartmentId, managerIds: [manager] })).id;
};
async function uploaded(name: string, bytes: Buffer, type: string): Promise<string> {
  const draft = { name, type, purpose: 'publicContent', owner: boss.uid, keepMillis: null };
  return (await keepMade(served.services, Readable.from([bytes]), draft)).id;
}
async function picture(colour = '#06c', of = snoId): Promise<string> {
  const file = await uploaded('p.png', await pngOf(colour), 'image/png');
  const { fileId } = await boss.call(materialUpload, { snoId: of, kind: 'image', fileId: file });
  return (await boss.call(material.add, { snoId: of, kind: 'image', name: `p${(made += 1)}`, fileId })).id;
}
const says = (text: string, ...more: BodyNode[]): BodyNode => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }, ...more],
});
const pictureNode = (materialId: string, alt = 'Map'): BodyNode => ({ type: 'picture', attrs: { materialId, alt, caption: '' } });

/** An article with a text in Chinese. */
async function written(body: BodyNode = says('正文'), of = snoId): Promise<{ id: string; version: number }> {
  const { id } = await boss.call(article.add, { snoId: of, title: { zh_CN: `文章${(made += 1)}` } });
  const { version } = await boss.call(articleUpdate, {
    id,
    version: 1,
    texts: { zh_CN: { base: 1, title: `文章${made}`, digest: '', body } },
  });
  return { id, version };
}
const published = async (body?: BodyNode, of = snoId): Promise<{ id: string; version: number }> => {
  const { id, version } = await boss.call(articlePublish, await written(body, of));
  return { id, version };
};

test('Pictures and videos are known by their content: what is something else, damaged or too large is refused with 15054', async () => {
  const upload = async (kind: 'image' | 'video', bytes: Buffer, name = 'x') =>
    boss.ask(materialUpload, { snoId, kind, fileId: await uploaded(name, bytes, 'application/octet-stream') });
  expect(await upload('image', await pngOf('#f00'))).toMatchObject({ code: 0, data: { type: 'image/png', width: 64, height: 48 } });
  const wide = await sharp({ create: { width: 8000, height: 5001, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  for (const bytes of [Buffer.from('<svg onload="x"/>'), (await pngOf('#f00')).subarray(0, 60), wide, Buffer.alloc(10 * 1024 * 1024 + 1)])
    expect(await upload('image', bytes)).toMatchObject({ code: 15054 });
  expect(await upload('video', mp4Of(75))).toMatchObject({ code: 0, data: { type: 'video/mp4', width: 320, height: 180, seconds: 75 } });
  const good = mp4Of(5);
  for (const bytes of [
    Buffer.from('<html></html>'),
    mp4Of(3600),
    mp4Of(5, 'hvc1'),
    good.subarray(0, good.length - 20),
    await pngOf('#f00'),
  ])
    expect(await upload('video', bytes)).toMatchObject({ code: 15054 });
});

test('Materials belong to one account: their groups, pictures and files are of the same one, and the same content is offered', async () => {
  const file = await uploaded('p.png', await pngOf('#123456'), 'image/png');
  const first = await boss.call(materialUpload, { snoId, kind: 'image', fileId: file });
  const { id } = await boss.call(material.add, { snoId, kind: 'image', name: 'Map', fileId: first.fileId });
  expect((await boss.call(materialUpload, { snoId, kind: 'image', fileId: file })).same).toEqual([{ id, name: 'Map' }]);
  expect(await boss.ask(material.add, { snoId: other, kind: 'image', name: 'x', fileId: first.fileId })).toMatchObject({ code: 10400 });
  expect(await boss.ask(material.add, { snoId, kind: 'text', name: 'x' })).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'text' }] },
  });
  const group = await boss.call(materialGroup.add, { snoId, kind: 'image', name: 'Maps' });
  const texts = await boss.call(materialGroup.add, { snoId, kind: 'text', name: 'Maps' });
  expect(await boss.ask(materialGroup.add, { snoId, kind: 'image', name: 'maps' })).toMatchObject({ code: 10400 });
  expect(await boss.ask(materialMove, { ids: [id], groupId: texts.id })).toMatchObject({ code: 10400 });
  await boss.call(materialMove, { ids: [id], groupId: group.id });
  expect((await boss.call(material.list, { snoId, groupId: group.id })).list).toMatchObject([{ name: 'Map', uses: 0 }]);
  expect(await boss.ask(groupDelete, { ids: [group.id] })).toMatchObject({ code: 10410 });
  expect(await boss.ask(groupDelete, { ids: [group.id], moveTo: texts.id })).toMatchObject({ code: 10400 });
  expect(await boss.call(groupDelete, { ids: [group.id], moveTo: null })).toEqual({ count: 1 });
  expect((await boss.call(material.get, { id })).groupId).toBe(null);
});

test('An article is written, submitted, returned, published, withdrawn and published again; each publication is a version', async () => {
  const one = await written(says('一'));
  const review = await boss.call(articleSubmit, one);
  expect(review.state).toBe('review');
  const back = await boss.call(articleReturn, { id: one.id, version: review.version, reason: 'Shorter' });
  expect(back.state).toBe('draft');
  expect(await boss.ask(articleWithdraw, { id: one.id, version: back.version })).toMatchObject({ code: 10412 });
  const first = await boss.call(articlePublish, { id: one.id, version: back.version });
  expect(first).toMatchObject({ state: 'published', publishedVersion: 1, changed: false });
  const { revision } = first.texts.zh_CN!;
  const edited = await boss.call(articleUpdate, {
    id: one.id,
    version: first.version,
    texts: { zh_CN: { base: revision, title: '二', digest: 'd', body: says('二') } },
  });
  expect(edited).toMatchObject({ state: 'published', title: { zh_CN: '二' } });
  const second = await boss.call(articlePublish, { id: one.id, version: edited.version, note: 'More' });
  expect((await boss.call(articleVersions, { id: one.id })).list).toMatchObject([{ n: 2, note: 'More', languages: ['zh_CN'] }, { n: 1 }]);
  expect(await boss.call(articleDiff, { id: one.id, from: 1, to: 2, language: 'zh_CN' })).toMatchObject({
    title: { kind: 'changed', right: '二' },
    blocks: [{ kind: 'changed', left: '一', right: '二' }],
  });
  const restored = await boss.call(articleRestore, { id: one.id, version: second.version, n: 1 });
  expect(restored.texts.zh_CN?.body).toEqual(says('一'));
  const gone = await boss.call(articleWithdraw, { id: one.id, version: restored.version });
  expect(gone.state).toBe('withdrawn');
  expect(await boss.call(articlePublish, { id: one.id, version: gone.version })).toMatchObject({ state: 'published', publishedVersion: 3 });
});

test('16: two who change the same language are both shown; different languages do not stand in each other’s way', async () => {
  const { id, version } = await written(says('一'));
  await boss.call(articleUpdate, { id, version, texts: { zh_CN: { base: 2, title: '甲', digest: '', body: says('甲') } } });
  const late = { base: 2, title: '乙', digest: '', body: says('乙') };
  expect(await boss.ask(articleUpdate, { id, version, texts: { zh_CN: late } })).toMatchObject({
    code: 10409,
    data: { current: { texts: { zh_CN: { title: '甲', revision: 3 } } } },
  });
  const saved = await boss.call(articleUpdate, { id, version, texts: { en_US: { ...late, base: 0 } } });
  expect(saved.texts).toMatchObject({ zh_CN: { title: '甲' }, en_US: { title: '乙', revision: 1 } });
});

test('17: a planned article appears and disappears at its moments, also when both passed while no server ran', async () => {
  const { id, version } = await written();
  const now = served.services.now();
  const minute = 60_000;
  expect(await boss.ask(articleSchedule, { id, version, publishAt: now + minute })).toMatchObject({ code: 15063 });
  const planned = await boss.call(articleSchedule, { id, version, publishAt: now + 10 * minute, withdrawAt: now + 20 * minute });
  expect(planned.state).toBe('planned');
  const at = async (moment: number): Promise<string> => {
    await followPlans({ database: served.database, now: () => moment });
    return (await boss.call(article.get, { id })).state;
  };
  expect(await at(now + 9 * minute)).toBe('planned');
  expect(await at(now + 10 * minute)).toBe('published');
  expect(await at(now + 20 * minute)).toBe('withdrawn');
  const again = await written();
  await boss.call(articleSchedule, { ...again, publishAt: now + 10 * minute, withdrawAt: now + 20 * minute });
  await followPlans({ database: served.database, now: () => now + 60 * minute });
  expect(await boss.call(article.get, { id: again.id })).toMatchObject({ state: 'withdrawn', publishedVersion: 1 });
});

test('An article without a Chinese text is not published (15050), and the check says what is missing', async () => {
  const { id } = await boss.call(article.add, { snoId, title: { zh_CN: '空' } });
  expect(await boss.ask(articlePublish, { id, version: 1 })).toMatchObject({ code: 15050 });
  const findings = (await boss.call(articleCheck, { id })).findings.map(({ kind, language, blocks }) => [kind, language, blocks]);
  expect(findings).toEqual([
    ['noText', 'zh_CN', true],
    ['missingLanguage', 'en_US', false],
    ['missingLanguage', 'ja_JP', false],
  ]);
  const undescribed = await written(says('图', pictureNode(await picture(), '')));
  expect((await boss.call(articleCheck, { id: undescribed.id })).findings).toContainEqual({
    kind: 'noDescription',
    language: 'zh_CN',
    blocks: false,
    detail: '1',
  });
});

test('20, 21: what was frozen shows the old picture and text for ever; a correction takes its place with its note', async () => {
  const map = await picture('#0a0');
  const one = await published(says('一', pictureNode(map)));
  const { db } = served.database;
  const frozen = await db.transaction().execute((tx) => freezeContent(tx, snoId, { kind: 'article', id: one.id }));
  const before = await shownContent(db, frozen, 'en_US');
  const preview = await boss.call(articlePreview, { id: one.id, n: 1, language: 'en_US' });
  expect(before.parts[0]!.html).toBe(preview.html);
  expect(preview.language).toBe('zh_CN');
  const { fileId } = await boss.call(materialUpload, {
    snoId,
    kind: 'image',
    fileId: await uploaded('n.png', await pngOf('#a00'), 'image/png'),
  });
  await boss.call(materialReplace, { id: map, version: 1, fileId });
  expect(await shownContent(db, frozen, 'zh_CN')).toEqual(before);
  expect((await boss.call(articlePreview, { id: one.id, language: 'zh_CN' })).pictures).toEqual([fileId]);
  const edited = await boss.call(articleUpdate, { ...one, texts: { zh_CN: { base: 2, title: '更正', digest: '', body: says('二') } } });
  await boss.call(articlePublish, { id: one.id, version: edited.version });
  expect(await shownContent(db, frozen, 'zh_CN')).toEqual(before);
  const now = await boss.call(article.get, { id: one.id });
  await boss.call(articleCorrect, { id: one.id, version: now.version, note: 'The date was wrong' });
  expect((await shownContent(db, frozen, 'zh_CN')).parts[0]).toMatchObject({
    title: '更正',
    html: '<p>二</p>',
    correction: { note: 'The date was wrong' },
  });
});

test('A picture of another site is brought in through the guard: 15055 where it can’t be had, 15054 where it is no picture', async () => {
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const fetchImage = (url: string) => boss.ask(articleFetchImage, { snoId, url });
  const brought = await boss.call(articleFetchImage, { snoId, url: `${origin}/map.png` });
  expect((await boss.call(material.get, { id: brought.materialId })).name).toBe('map.png');
  expect(await fetchImage(`${origin}/page`)).toMatchObject({ code: 15054 });
  for (const url of [`${origin}/gone.png`, 'http://169.254.169.254/latest/meta-data', 'http://127.0.0.1:1/x.png', 'http://[::1]/x.png'])
    expect(await fetchImage(url)).toMatchObject({ code: 15055 });
  for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'data:image/png;base64,AA'])
    expect(await fetchImage(url)).toMatchObject({ code: 10400 });
});

test('Content that is used is not deleted (10410 with names); content of another account or unpublished is no answer', async () => {
  const { db } = served.database;
  const map = await picture();
  const one = await published(says('一', pictureNode(map)));
  const { id: textId } = await boss.call(imageText.add, { snoId, name: 'News', items: [{ articleId: one.id, coverId: map }] });
  const { id: albumId } = await boss.call(imageMessage.add, {
    snoId,
    name: { zh_CN: '相册' },
    items: [{ materialId: map, caption: { zh_CN: '图' } }],
  });
  expect((await boss.call(materialUsedBy, { id: map })).list.map(({ kind }) => kind).toSorted()).toEqual([
    'article',
    'imageMessage',
    'imageText',
  ]);
  expect(await boss.ask(material.delete, { ids: [map] })).toMatchObject({
    code: 10410,
    data: { usedBy: expect.arrayContaining([expect.objectContaining({ name: 'News' })]) },
  });
  expect(await boss.ask(article.delete, { ids: [one.id] })).toMatchObject({ code: 10410 });
  expect(await boss.ask(imageText.add, { snoId: other, name: 'x', items: [{ articleId: one.id }] })).toMatchObject({ code: 10400 });
  usesOfContent.add(
    async (_db, refs) =>
      new Map(refs.filter(({ id }) => id === textId).map((ref) => [`${ref.kind}:${ref.id}`, [{ kind: 'menu', id: 'm', name: 'Menu' }]])),
  );
  expect(await boss.ask(imageText.delete, { ids: [textId] })).toMatchObject({ code: 10410, data: { usedBy: [{ kind: 'menu' }] } });
  await assertContent(db, snoId, [
    { kind: 'imageText', id: textId },
    { kind: 'imageMessage', id: albumId },
  ]);
  await expect(assertContent(db, other, [{ kind: 'image', id: map }])).rejects.toMatchObject({ answer: 10404 });
  const draft = await written();
  await expect(assertContent(db, snoId, [{ kind: 'article', id: draft.id }])).rejects.toMatchObject({ answer: 15032 });
  const { id: saying } = await boss.call(material.add, {
    snoId,
    kind: 'text',
    name: 'Hello',
    text: { zh_CN: '你好', ja_JP: 'こんにちは' },
  });
  expect((await contentNames(db, [{ kind: 'text', id: saying }])).get(`text:${saying}`)).toMatchObject({ ja_JP: 'こんにちは' });
  const frozen = await db.transaction().execute((tx) => freezeContent(tx, snoId, { kind: 'text', id: saying }));
  await boss.call(material.delete, { ids: [saying] });
  expect((await shownContent(db, frozen, 'ja_JP')).parts[0]).toMatchObject({ html: '<p>こんにちは</p>' });
  expect((await boss.call(contentList, { snoId, kind: 'article' })).list.find(({ id }) => id === draft.id)).toMatchObject({ ready: false });
  for (const ref of [
    { kind: 'imageText', id: textId },
    { kind: 'imageMessage', id: albumId },
    { kind: 'image', id: map },
  ] as const) {
    const copy = await db.transaction().execute((tx) => freezeContent(tx, snoId, ref));
    expect((await shownContent(db, copy, 'zh_CN')).parts[0]!.fileIds).toHaveLength(1);
  }
});

test('An editor’s rights are asked for each account: who may not write is refused, who may write does not publish', async () => {
  const codes = Object.fromEntries(
    publicContentPages.flatMap(({ code, buttons }) => [code, ...buttons.map(({ verb }) => `${code}:${verb}`)]).map((code) => [code, []]),
  );
  const editor = served.holder(codes);
  const { id, version } = await written();
  expect(await editor.ask(article.get, { id })).toMatchObject({ code: 10910 });
  const stamps = { version: 1, created_at: 1, updated_at: 1, created_by: null, updated_by: null };
  const member = { id: id.replace(/^./, 'f'), ...stamps, sno_id: snoId, employee_id: editor.uid, role: 'editor' as const };
  await served.database.db
    .insertInto('sno_member')
    .values({ ...member, rights: JSON.stringify(['write']) as never })
    .execute();
  const saved = await editor.call(articleUpdate, { id, version, author: 'Editor' });
  expect(await editor.ask(articleSubmit, { id, version: saved.version })).toMatchObject({ code: 65002 });
  expect(await editor.ask(articlePublish, { id, version: saved.version })).toMatchObject({ code: 65002 });
  expect(await editor.ask(article.add, { snoId: other, title: { zh_CN: 'x' } })).toMatchObject({ code: 10910 });
  expect(await served.holder({ [articlePage.code]: 'all' }).ask(articlePublish, { id, version: 1 })).toMatchObject({ code: 65002 });
});

test('What is written stands in the log of the account under the word of its call', async () => {
  const { id } = await boss.call(material.add, { snoId, kind: 'text', name: 'Words', text: { zh_CN: '早' } });
  await boss.call(material.update, { id, version: 1, name: 'Word' });
  const { db } = served.database;
  const noted = await db.selectFrom('sno_log').select(['kind', 'sno_id']).where('ref_id', '=', id).orderBy('at').orderBy('id').execute();
  expect(noted).toEqual(['material.add', 'material.update'].map((kind) => ({ kind, sno_id: snoId })));
});
