import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emoticon, emoticonPackage } from '../../src/modules/emoticons/common/emoticon.contract.ts';
import { sensitiveWord } from '../../src/modules/sensitive-words/common/word.contract.ts';
import { wordPublish, wordSettingGet, wordVersionList } from '../../src/modules/sensitive-words/common/word-list.contract.ts';
import { makeZip } from '../make-zip.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { faultsOf } from '../looked-at.ts';

let console_: TestConsole;
let admin: ConsoleClient;
beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  await admin.call(sensitiveWord.add, { text: '赌博', level: 'block' });
  await admin.call(sensitiveWord.add, { text: 'rude', level: 'replace', remark: 'as an example' });
  await admin.call(wordPublish, { note: 'The first list' });
  const { id: packageId } = await admin.call(emoticonPackage.add, { name: { zh_CN: '猫', en_US: 'Cats', ja_JP: '猫' }, code: 'cats' });
  await admin.call(emoticon.add, { packageId, name: { zh_CN: '微笑', en_US: 'Smile', ja_JP: '笑顔' }, code: 'smile' });
}, 180_000);
afterAll(() => console_.stop());

const places = [
  ['words', '/imm_sensitive_word_manage', '.whk-open'],
  ['exceptions', '/imm_sensitive_word_manage?tab=exception', '.whk-state'],
  ['categories', '/imm_sensitive_word_manage?tab=category', '.whk-state'],
  ['tester', '/imm_sensitive_word_manage?tab=test', '.sw-test textarea'],
  ['hits', '/imm_sensitive_word_manage?tab=hit', '.whk-state'],
  ['statistics', '/imm_sensitive_word_manage?tab=statistics', '.whk-state'],
  ['versions', '/imm_sensitive_word_manage?tab=version', '.whk-table, .whk-cards'],
  ['settings', '/imm_sensitive_word_manage?tab=setting', '.whk-form'],
  ['packages', '/imm_emoticon_package_manage/list', '.whk-open'],
  ['emoticons', '/imm_emoticon_package_manage/detail', '.whk-open'],
] as const;

for (const { language, theme, width } of looks())
  test(`Words and emoticons: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const [part, address, shown] of places) {
      await page.goto(`${console_.product.origin}${address}`);
      await page.locator(shown).first().waitFor();
      await picture(page, `${part}-${language}-${theme}-${width}`, true);
      expect([part, await faultsOf(page, { state: part })]).toEqual([part, []]);
      expect([part, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([part, width]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

test('A text is tried, and the draft with a new word is published from the header', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(`${console_.product.origin}/imm_sensitive_word_manage?tab=test`);
  await page.getByLabel('Text to test').fill('How RUDE you are');
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByText('How **** you are').first().waitFor();
  await page.goto(`${console_.product.origin}/imm_sensitive_word_manage?add=`);
  await page.locator('.whk-form').getByLabel('Word', { exact: true }).fill('nonsense');
  await page.locator('.whk-form-foot .ant-btn-primary').click();
  await page.getByText('1 unpublished change').waitFor();
  // What was added opens over the header.
  const added = page.locator('.ant-drawer', { has: page.locator('.whk-tabs') });
  await added.locator('.ant-drawer-close').click();
  await added.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Version 2 in effect').waitFor();
  expect((await admin.call(wordVersionList, {})).draft).toEqual({ added: 0, removed: 0, changed: 0 });
  // Back to the list before: the new word decides no more.
  await page.goto(`${console_.product.origin}/imm_sensitive_word_manage?tab=version`);
  await page.getByRole('button', { name: /^Actions for 1/ }).click();
  await page.locator('.whk-actions').filter({ visible: true }).locator('.ant-btn, [role=menuitem]').last().click();
  const asked = page.getByRole('dialog').filter({ visible: true });
  await asked.locator('.ant-btn-primary, .ant-btn-dangerous').last().click();
  await page.getByText('Version 3 in effect').waitFor();
  await page.goto(`${console_.product.origin}/imm_sensitive_word_manage?tab=test`);
  await page.getByLabel('Text to test').fill('what nonsense');
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.locator('[data-verdict="pass"]').first().waitFor();
  // What a refused sender reads is entered in each language.
  await page.goto(`${console_.product.origin}/imm_sensitive_word_manage?tab=setting`);
  const shown = page.getByLabel('Text shown to a blocked sender: English');
  await shown.fill('Please put it another way');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await admin.call(wordSettingGet, {})).blockText.en_US).toBe('Please put it another way');
  expect(complaints).toEqual([]);
  await context.close();
});

test('A zip of pictures is imported, and each picture that is wrong is told with its reason', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  const { list } = await admin.call(emoticonPackage.list, {});
  await page.goto(`${console_.product.origin}/imm_emoticon_package_manage/detail?packageId=${list[0]!.id}`);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'Import emoticons' });
  const good = await sharp({ create: { width: 64, height: 64, channels: 4, background: '#f60' } })
    .png()
    .toBuffer();
  const buffer = makeZip({
    'wave.png': good,
    'broken.png': 'no picture',
    'manifest.json': JSON.stringify({ emoticons: { 'wave.png': { name: { zh_CN: '挥手', en_US: 'Wave' } } } }),
  });
  await dialog.locator('input[type=file]').setInputFiles({ name: 'cats.zip', mimeType: 'application/zip', buffer });
  await dialog.getByText('1 emoticon imported').waitFor();
  await dialog.getByText(/^broken\.png/).waitFor();
  await picture(page, 'emoticon-import');
  await dialog.locator('.ant-modal-footer').getByRole('button', { name: 'Close' }).click();
  await page.getByText('Wave').first().click();
  await page.getByRole('dialog', { name: 'Wave' }).locator('.em-preview img').nth(1).waitFor();
  await picture(page, 'emoticon-preview');
  expect(await faultsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});
