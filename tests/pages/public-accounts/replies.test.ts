import { afterAll, beforeAll, expect, test } from 'vitest';
import { rootDepartmentId } from '../../../src/modules/people/common/root.ts';
import { account } from '../../../src/modules/public-accounts/common/account.contract.ts';
import { keywordReply } from '../../../src/modules/public-replies/common/reply/keyword.contract.ts';
import { systemReply, usualSystem, welcomeReply } from '../../../src/modules/public-replies/common/reply/setting.contract.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../../browser.ts';
import { ConsoleClient } from '../../journeys/console-client.ts';
import { faultsOf } from '../../looked-at.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let snoId = '';
const at = (path: string): string => `${console_.product.origin}${path}`;
const text = (zh_CN: string, en_US: string) => ({ text: { zh_CN, en_US } });

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const name = { zh_CN: '服务台', en_US: 'Service desk', ja_JP: 'サービス窓口' };
  snoId = (await admin.call(account.add, { name, code: 'desk', ownerDeptId: rootDepartmentId })).id;
  const answers = [text('请看时刻表', 'See the timetable')];
  await admin.call(keywordReply.add, { snoId, name: 'Shuttle', keywords: [{ text: 'bus' }, { text: '班车', match: 'exact' }], answers });
  await admin.call(keywordReply.add, { snoId, name: 'Times', keywords: [{ text: 'when' }, { text: 'bus' }], answers });
  const offHours = { enabled: true, windows: [{ from: '18:00', to: '09:00', weekdays: [1, 2, 3, 4, 5] }], answers };
  await admin.call(systemReply.save, { snoId, version: 0, document: { ...usualSystem, enabled: true, answers, offHours } });
}, 180_000);
afterAll(() => console_?.stop());

const page_ = (search = ''): string => `/mpm_sno_management/setting/${snoId}/auto_reply${search}`;

for (const { language, theme, width } of looks())
  test(`Replies: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const [part, address, shown] of [
      ['welcome', page_(), '.sno-reply-setting'],
      ['system', page_('?tab=system'), '.sno-reply-answer'],
      ['rules', page_('?tab=keyword'), '.whk-open'],
    ] as const) {
      await page.goto(at(address));
      await page.locator(shown).filter({ visible: true }).first().waitFor();
      await picture(page, `replies-${part}-${language}-${theme}-${width}`, true);
      expect([part, await faultsOf(page, { state: part })]).toEqual([part, []]);
      expect([part, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([part, width]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

test('A welcome is written and saved, a rule is added, and the tester says which rule answers and why', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(at(page_()));
  await page.getByRole('switch', { name: 'In use' }).click();
  await page.getByText('What is in use needs at least one answer').waitFor();
  await page.getByRole('button', { name: 'Add text' }).click();
  await page.getByRole('textbox', { name: /^Text of answer 1: Chinese/ }).fill('欢迎');
  await page.getByRole('textbox', { name: /^Text of answer 1: English/ }).fill('Welcome');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(async () => (await admin.call(welcomeReply.get, { snoId })).document)
    .toEqual({
      enabled: true,
      answers: [text('欢迎', 'Welcome')],
    });
  await page.goto(at(page_('?tab=keyword&add=')));
  const form = page.locator('.whk-drawer .whk-form');
  await form.getByLabel('Name', { exact: true }).fill('Badge');
  await form.getByRole('button', { name: 'Add keyword' }).click();
  await form.getByRole('textbox', { name: 'Keyword 1' }).fill('badge');
  await form.getByRole('button', { name: 'Add text' }).click();
  await form.getByRole('textbox', { name: /^Text of answer 1: Chinese/ }).fill('到前台补办');
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'replies-form');
  await page.locator('.whk-form-foot .ant-btn-primary').click();
  await expect
    .poll(async () => (await admin.call(keywordReply.list, { snoId })).list.map(({ name }) => name))
    .toEqual(['Shuttle', 'Times', 'Badge']);
  await page.goto(at(page_('?tab=keyword')));
  await page.getByText('Times', { exact: true }).first().click();
  await page.locator('.ant-drawer').getByText('when (Contains), bus (Contains)').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'replies-rule');
  await page.keyboard.press('Escape');
  await page.locator('.ant-drawer').getByText('when (Contains), bus (Contains)').waitFor({ state: 'hidden' });
  const tester = page.getByRole('complementary', { name: 'Try sentences' });
  await tester.getByRole('textbox', { name: 'A sentence of a fan' }).fill('When does it open?');
  await tester.getByRole('button', { name: 'Try', exact: true }).click();
  await tester.getByText('The rule “Times” answers').waitFor();
  await tester.getByText('No match').waitFor();
  await tester.getByText('Matched “when” and answers').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'replies-tested');
  const sentences = { name: 'asked.csv', mimeType: 'text/csv', buffer: Buffer.from('When does the bus go?\nlost badge\ncanteen\n') };
  await tester.locator('input[type=file]').setInputFiles(sentences);
  await tester.getByText('3 sentences: 2 answered by rules, 1 not, 1 matched by several').waitFor();
  await tester.getByRole('checkbox', { name: 'Only what no rule answers' }).check();
  expect(await tester.getByRole('list', { name: 'Sentences of the file' }).locator('li').count()).toBe(1);
  await picture(page, 'replies-file');
  expect(complaints).toEqual([]);
  await context.close();
});
