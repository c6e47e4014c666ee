import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../../../src/kit/common/contract.ts';
import { employeeAdd } from '../../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../../src/modules/people/common/root.ts';
import { account } from '../../../src/modules/public-accounts/common/account.contract.ts';
import { audienceUsers } from '../../../src/modules/public-accounts/common/audience.contract.ts';
import { material } from '../../../src/modules/public-content/common/material.contract.ts';
import { pushAdd, pushGet, pushLedger, pushList, pushPreview } from '../../../src/modules/public-pushes/common/push.contract.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../../browser.ts';
import { ConsoleClient } from '../../journeys/console-client.ts';
import { faultsOf } from '../../looked-at.ts';
import { testPassword } from '../../product.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let snoId = '';
let pushId = '';

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const assignments = [{ departmentId: rootDepartmentId, primary: true }];
  const people: string[] = [];
  for (const name of ['Ann', 'Bob', 'Cid'])
    people.push((await admin.call(employeeAdd, { account: name.toLowerCase(), name, assignments })).id);
  const draft = { name: { zh_CN: '公司新闻', en_US: 'Company news', ja_JP: '社内ニュース' }, code: 'news', ownerDeptId: rootDepartmentId };
  const free = { quietHours: [], cap: { perPersonPerDay: 0, perPersonPerWeek: 0 } };
  snoId = (await admin.call(account.add, { ...draft, ...free, managerIds: [people[0]!] })).id;
  await admin.call(audienceUsers.add, { snoId, ids: people, mode: 'forced' });
  const text = { zh_CN: '第一季度报告', en_US: 'First quarter report', ja_JP: '第一四半期の報告' };
  const { id } = await admin.call(material.add, { snoId, kind: 'text', name: 'Report', text });
  await admin.call(material.add, { snoId, kind: 'text', name: 'Canteen', text: { zh_CN: '食堂通知', en_US: 'ItemEvents of the canteen' } });
  const shown = await admin.call(pushPreview, { snoId, content: { kind: 'text', id }, audience: { all: true } });
  const answer = await console_.product.app.inject({
    method: 'POST',
    url: addressOf(pushAdd),
    headers: { accesstoken: console_.product.admin.token, 'idempotency-key': randomUUID() },
    payload: { previewToken: shown.token, expectedTargets: shown.targets },
  });
  pushId = answer.json<{ data: { id: string } }>().data.id;
  // What is looked at is over.
  while ((await admin.call(pushGet, { id: pushId })).state !== 'finished') await sleep(100);
}, 180_000);
afterAll(() => console_.stop());

const detail = (query = ''): string => `/mpm_material_management/push_log_detail/${pushId}/${snoId}${query}`;
const places = (): (readonly [string, string, string])[] => [
  ['log', `/mpm_material_management/push_log?snoId=${snoId}`, '.whk-open'],
  ['wizard', `/mpm_material_management/push_log?snoId=${snoId}&push=`, '.whk-steps'],
  ['people', detail(), '.whk-table, .whk-cards'],
  ['settings', detail('?tab=facts'), '.psh-bar'],
  ['timeline', detail('?tab=timeline'), '.ant-timeline'],
  ['waves', detail('?tab=waves'), '.whk-stacked'],
];

for (const { language, theme, width } of looks())
  test(`Pushes: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const [part, address, shown] of places()) {
      await page.goto(`${console_.product.origin}${address}`);
      await page.locator(shown).first().waitFor();
      await picture(page, `push-${part}-${language}-${theme}-${width}`, true);
      expect([part, await faultsOf(page, { state: part })]).toEqual([part, []]);
      expect([part, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([part, width]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

test('A push is written by the wizard, looked at, sent, and taken back with its title and the password', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(`${console_.product.origin}/mpm_material_management/push_log?snoId=${snoId}`);
  await page.getByRole('button', { name: 'New push' }).click();
  const form = page.locator('.whk-wizard');
  await form.getByRole('combobox', { name: 'Choose content' }).click();
  await page.locator('.ant-select-item-option', { hasText: 'Canteen' }).click();
  for (let step = 0; step < 3; step += 1) await form.getByRole('button', { name: 'Next' }).click();
  await form.getByRole('button', { name: 'Preview', exact: true }).click();
  const check = page.getByRole('dialog', { name: 'Before it is sent' });
  await check.getByText('For example:').waitFor();
  await picture(page, 'push-check');
  expect(await faultsOf(page, { state: 'check' })).toEqual([]);
  await check.getByRole('button', { name: 'Send to 3 people' }).click();
  await page.locator('.psh-bar').waitFor();
  const [made] = (await admin.call(pushList, { snoId })).list;
  await expect.poll(async () => (await admin.call(pushLedger, { id: made!.id })).delivered).toBe(3);
  await page.getByText('Finished').first().waitFor();
  await page.getByRole('button', { name: 'Ann' }).first().click();
  await page.getByRole('dialog', { name: 'Ann' }).getByText('Each try').waitFor();
  await page.getByRole('dialog', { name: 'Ann' }).locator('.ant-drawer-close').click();
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'Type the title' });
  await dialog.getByLabel('Reason').fill('A wrong figure');
  await dialog.getByLabel(/^Type the title/).fill('ItemEvents of the canteen');
  await picture(page, 'push-withdraw');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  const asked = page.getByRole('dialog').filter({ has: page.locator('input[type=password]') });
  const password = asked.locator('input[type=password]');
  await password.or(page.getByText('Withdrawn').first()).first().waitFor();
  if (await password.isVisible()) {
    await password.fill(testPassword);
    await asked.locator('.ant-btn-primary').click();
  }
  await expect.poll(async () => (await admin.call(pushGet, { id: made!.id })).state).toBe('recalled');
  await page.getByText('Never fetched').first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
