import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { article, articlePublish, articleUpdate } from '../../../src/modules/public-content/common/article.contract.ts';
import { articleVersions } from '../../../src/modules/public-content/common/article-reading.contract.ts';
import { imageMessage, imageText } from '../../../src/modules/public-content/common/composed.contract.ts';
import { material, materialGroup, materialUpload } from '../../../src/modules/public-content/common/material.contract.ts';
import { mp4Of } from '../../../src/modules/public-content/testing/make-files.ts';
import { account } from '../../../src/modules/public-accounts/common/account.contract.ts';
import { employeeAdd } from '../../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../../src/modules/people/common/root.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../../browser.ts';
import { ConsoleClient } from '../../journeys/console-client.ts';
import { faultsOf } from '../../looked-at.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let [snoId, articleId, map] = ['', '', ''];
const frame = '/mpm_material_management';

const says = (text: string, ...more: object[]) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }, ...more],
});

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const manager = { account: 'ada', name: 'Ada', assignments: [{ departmentId: rootDepartmentId, primary: true }] };
  const managerIds = [(await admin.call(employeeAdd, manager)).id];
  const name = { zh_CN: '公司新闻', en_US: 'Company news', ja_JP: '社内ニュース' };
  snoId = (await admin.call(account.add, { name, code: 'news', ownerDeptId: rootDepartmentId, managerIds })).id;
  const { id: groupId } = await admin.call(materialGroup.add, { snoId, kind: 'image', name: 'Campus' });
  const blue = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#1d4ed8' } })
    .png()
    .toBuffer();
  const kept = async (kind: 'image' | 'video', file: string, bytes: Buffer) =>
    (await admin.call(materialUpload, { snoId, kind, fileId: await admin.upload(file, bytes) })).fileId;
  map = (await admin.call(material.add, { snoId, kind: 'image', name: 'Map', groupId, fileId: await kept('image', 'map.png', blue) })).id;
  await admin.call(material.add, { snoId, kind: 'video', name: 'Tour', posterId: map, fileId: await kept('video', 'tour.mp4', mp4Of(75)) });
  await admin.call(material.add, { snoId, kind: 'text', name: 'Welcome', text: { zh_CN: '欢迎', en_US: 'Welcome', ja_JP: 'ようこそ' } });
  const title = { zh_CN: '东门启用', en_US: 'The east gate opens', ja_JP: '東ゲートの開通' };
  const { id } = await admin.call(article.add, { snoId, title, coverId: map });
  const alt = { type: 'picture', attrs: { materialId: map, alt: 'A map', caption: 'The way' } };
  const draft = (language: keyof typeof title) => ({ base: 1, title: title[language], digest: '', body: says(title[language], alt) });
  const texts = { zh_CN: draft('zh_CN'), en_US: draft('en_US'), ja_JP: draft('ja_JP') };
  const { version } = await admin.call(articleUpdate, { id, version: 1, texts });
  await admin.call(articlePublish, { id, version });
  articleId = id;
  const second = await admin.call(article.add, { snoId, title: { zh_CN: '食堂', en_US: 'The canteen', ja_JP: '食堂' } });
  await admin.call(imageText.add, { snoId, name: 'Week 1', items: [{ articleId }, { articleId: second.id }] });
  await admin.call(imageMessage.add, {
    snoId,
    name: { zh_CN: '一览', en_US: 'Around', ja_JP: '紹介' },
    items: [{ materialId: map, caption: { zh_CN: '图' } }],
  });
}, 180_000);
afterAll(() => console_.stop());

const places = () =>
  [
    ['image texts', `${frame}/image_text`, '.whk-open'],
    ['image text form', `${frame}/image_text?add=`, '.mpm-composer'],
    ['pictures', `${frame}/image`, '.mpm-picture'],
    ['picture', `${frame}/image?id=${map}`, '.ant-drawer .mpm-uses'],
    ['texts', `${frame}/text`, '.whk-open'],
    ['text form', `${frame}/text?add=`, '.whk-form'],
    ['picture messages', `${frame}/image_message`, '.whk-open'],
    ['picture message form', `${frame}/image_message?add=`, '.mpm-composer'],
    ['videos', `${frame}/video`, '.whk-open'],
    ['articles', `${frame}/article_management`, '.whk-open'],
    ['editor', `${frame}/article_management?edit=${articleId}`, '.mpm-body .mpm-figure img'],
  ] as const;

for (const { language, theme, width } of looks())
  test(`Content: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const [part, address, shown] of places()) {
      await page.goto(`${console_.product.origin}${address}`);
      await page.locator(shown).first().waitFor();
      await picture(page, `${part}-${language}-${theme}-${width}`, true);
      expect([part, await faultsOf(page, { state: part })]).toEqual([part, []]);
      expect([part, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([part, width]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

test('Groups, a text and an image text are made; the order of its articles is changed by keyboard', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(`${console_.product.origin}${frame}/text`);
  await page.getByRole('button', { name: 'Groups', exact: true }).click();
  await page.getByLabel('Group name').fill('Greetings');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await admin.call(materialGroup.list, { snoId, kind: 'text' })).list.map(({ name }) => name))
    .toEqual(['Greetings']);
  await page.goto(`${console_.product.origin}${frame}/text?add=`);
  const form = page.locator('.whk-form').filter({ visible: true });
  await form.getByLabel('Name', { exact: true }).fill('Good bye');
  await form.getByLabel('Text: English').fill('Good bye');
  await page.locator('.whk-form-foot .ant-btn-primary').click();
  await expect
    .poll(async () => (await admin.call(material.list, { snoId, text: 'Good bye' })).list[0]?.text)
    .toMatchObject({ en_US: 'Good bye' });
  await page.goto(`${console_.product.origin}${frame}/image_text?add=`);
  const composer = page.locator('.whk-form').filter({ visible: true });
  await composer.getByLabel('Name', { exact: true }).fill('Week 2');
  for (const title of ['The east gate opens', 'The canteen']) {
    await composer.getByRole('combobox', { name: 'Add article' }).click();
    await page.locator('.ant-select-item-option', { hasText: title }).click();
    await composer.getByRole('listitem').filter({ hasText: title }).waitFor();
  }
  await composer.getByRole('listitem').nth(1).getByRole('button', { name: /up/i }).press('Enter');
  await composer.getByRole('listitem').first().filter({ hasText: 'The canteen' }).waitFor();
  await page.locator('.whk-form-foot .ant-btn-primary').click();
  await expect
    .poll(async () => (await admin.call(imageText.list, { snoId, text: 'Week 2' })).list[0]?.articles.map(({ title }) => title.en_US))
    .toEqual(['The canteen', 'The east gate opens']);
  expect(complaints).toEqual([]);
  await context.close();
});

test('16: an article is written, saved by itself and published; what another one wrote meanwhile is shown beside; a version comes back', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(`${console_.product.origin}${frame}/article_management?edit=${articleId}`);
  await page.locator('.ant-segmented-item', { hasText: 'English' }).first().click();
  const body = page.getByRole('textbox', { name: 'Body (English)' });
  await body.locator('p').first().click();
  await page.keyboard.press('End');
  await page.keyboard.type(' at eight');
  const english = async () => (await admin.call(article.get, { id: articleId })).texts.en_US;
  await expect.poll(async () => JSON.stringify((await english())?.body), { timeout: 15_000 }).toContain('at eight');
  // Markup of a clipboard becomes what the editor knows; scripts and foreign pictures stay outside.
  await body.evaluate((element) => {
    const data = new DataTransfer();
    data.setData(
      'text/html',
      '<h2 onclick="x">Hours</h2><script>alert(1)</script><ul><li>From <b>six</b></li></ul><img src="https://example.com/x.png" onerror="x">',
    );
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await body.getByRole('heading', { name: 'Hours' }).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => JSON.stringify((await english())?.body)).toContain('Hours');
  expect(JSON.stringify((await english())?.body)).not.toMatch(/alert|example\.com|onclick/);
  // Somebody else changes the same language.
  const now = (await english())!;
  const theirs = { base: now.revision, title: 'The gate', digest: '', body: says('Theirs') };
  await admin.call(articleUpdate, {
    id: articleId,
    version: (await admin.call(article.get, { id: articleId })).version,
    texts: { en_US: theirs },
  });
  await page.getByLabel('Title (English)').fill('Mine');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = page.getByRole('dialog').filter({ hasText: 'Theirs' });
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(async () => (await english())?.title).toBe('Mine');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.poll(async () => (await admin.call(articleVersions, { id: articleId })).list.length).toBe(2);
  // The phone shows it without a script, with its picture.
  await page.getByRole('button', { name: 'Preview on a phone' }).click();
  const phone = page.frameLocator('.mpm-frame');
  await phone.getByRole('heading', { name: 'Mine' }).waitFor();
  await expect.poll(() => phone.locator('figure img').getAttribute('src')).toMatch(/^data:image\/png/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Versions', exact: true }).click();
  const first = page.getByRole('listitem').filter({ hasText: 'Version 1' });
  await first.getByRole('button', { name: 'Compare with the draft' }).click();
  await first.locator('.mpm-diff-changed, .mpm-diff-added').first().waitFor();
  await first.getByRole('button', { name: 'Restore', exact: true }).click();
  await page
    .getByRole('dialog')
    .filter({ hasText: 'Replace what is written' })
    .getByRole('button', { name: 'Restore', exact: true })
    .click();
  await expect.poll(async () => (await english())?.title).toBe('The east gate opens');
  expect(complaints).toEqual([]);
  await context.close();
});
