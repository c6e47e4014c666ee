import { afterAll, beforeAll, expect, test } from 'vitest';
import { propertyAdd, propertyList } from '../../src/modules/property/common/property.contract.ts';
import { propertyValueSet } from '../../src/modules/property/common/value.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { looks, openConsolePage, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { faultsOf } from '../looked-at.ts';
import { ConsoleClient } from '../journeys/console-client.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let id = '';

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const draft = {
    namespace: 'im',
    key: 'message.recall.minutes',
    type: 'integer' as const,
    default: 2,
    rules: { min: 0, max: 60 },
    exposure: 'terminal' as const,
  };
  ({ id } = await admin.call(propertyAdd, {
    ...draft,
    description: {
      zh_CN: '消息可撤回的分钟数',
      en_US: 'Minutes within which a message can be recalled',
      ja_JP: 'メッセージを取り消せる分数',
    },
  }));
  await admin.call(propertyValueSet, { propertyId: id, scopeKind: 'site', value: 5 });
  await admin.call(propertyValueSet, { propertyId: id, scopeKind: 'department', scopeId: rootDepartmentId, value: 10 });
  await admin.call(propertyValueSet, { propertyId: id, scopeKind: 'platform', scopeId: '1', value: 3, enabled: false });
}, 120_000);
afterAll(() => console_.stop());

for (const { language, theme, width } of looks())
  test(`Properties: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const [name, address, ready] of [
      ['properties', '/customer_mcc_property', '.whk-table, .whk-cards'],
      ['property', `/customer_mcc_property?id=${id}`, '.wp-values > li'],
      ['property-add', '/customer_mcc_property?add', '.ant-form-item input'],
    ] as const) {
      await page.goto(console_.product.origin + address);
      await page.locator(ready).first().waitFor();
      await page.waitForTimeout(300);
      await picture(page, `${name}-${language}-${theme}-${width}`);
      expect([name, await faultsOf(page, { state: name })]).toEqual([name, []]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

test('A value is set for the site, put back in its history, and resolved with its chain', async () => {
  const { page, context, complaints } = await openSignedIn(console_);
  await page.goto(`${console_.product.origin}/customer_mcc_property?id=${id}`);
  const drawer = page.getByRole('dialog').first();
  const site = drawer.locator('.wp-values > li').filter({ hasText: 'Site' });
  await site.getByRole('button', { name: 'Set value' }).click();
  const form = page.locator('.whk-drawer').last();
  await form.getByLabel('Value', { exact: true }).fill('7');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => site.textContent()).toContain('7');
  await site.getByRole('button', { name: 'History' }).click();
  const past = page.getByRole('dialog').last();
  await past.getByRole('button', { name: 'Put back to this' }).first().click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Roll back' }).click();
  await expect.poll(() => site.textContent()).toContain('5');
  await page.goto(`${console_.product.origin}/customer_mcc_property?namespace=im`);
  await page.getByRole('button', { name: 'Resolve' }).click();
  await page.locator('.wp-resolved li[data-state=wins]').first().waitFor();
  await picture(page, 'property-resolve');
  expect(await faultsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('what is set of the console is served at once; a value of a wrong type is the default, with one word on the browser’s console', async () => {
  const items = await admin.call(propertyList, { namespace: 'console' });
  const idOf = (key: string): string => items.list.find((item) => item.key === key)!.id;
  await admin.call(propertyValueSet, { propertyId: idOf('tabTitle'), scopeKind: 'site', value: 'Ours' });
  await admin.call(propertyValueSet, { propertyId: idOf('menuTitle'), scopeKind: 'site', value: 'Menu' });
  await console_.product.database.pool.query(`update property_value set value = '7' where property_id = $1`, [idOf('menuTitle')]);
  const { page, context, complaints } = await openConsolePage(console_);
  await page.locator('input[name=account]').waitFor();
  expect(await page.title()).toContain('Ours');
  expect(complaints).toEqual([expect.stringContaining('menuTitle does not have the right type')]);
  await context.close();
});
