import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationList } from '../../src/modules/logs/common/operation-log.contract.ts';
import { reportSave } from '../../src/modules/logs/common/saved/report.contract.ts';
import { searchSave } from '../../src/modules/logs/common/saved/search.contract.ts';
import { noticePersonAdd } from '../../src/modules/warnings/common/notice-person.contract.ts';
import { departmentAdd, departmentGet, departmentUpdate } from '../../src/modules/user-centre/common/department.contract.ts';
import { rootDepartmentId } from '../../src/modules/user-centre/common/root.ts';
import { faultsOf, looks, openConsolePage, openTestConsole, picture, signInAt, type TestConsole } from '../browser.ts';
import { ConsoleClient } from '../journeys/console-client.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let departmentId = '';

async function rename(name: string): Promise<void> {
  const { version } = await admin.call(departmentGet, { id: departmentId });
  await admin.call(departmentUpdate, { id: departmentId, version, name: { zh_CN: name } });
}

/** Somebody elsewhere tries a password. */
async function guess(account: string): Promise<void> {
  const { app } = console_.product;
  const { verifyId } = (await app.inject('/api/sysConsole/getVerifyId')).json<{ data: { verifyId: string } }>().data;
  const payload = { account, password: 'not-this-one-7', verifyId };
  await app.inject({ method: 'POST', url: '/api/login', remoteAddress: '203.0.113.45', payload });
}

/** Two saved searches, and a report that went out once. */
async function plan(): Promise<void> {
  await admin.call(searchSave, { name: '删除人员', log: 'operation', filters: { word: ['employee.delete'], dangerous: true } });
  const search = await admin.call(searchSave, { name: '被拒绝的登录', log: 'consoleLogin', filters: { result: ['refused'] } });
  const duty = await admin.call(noticePersonAdd, { name: '值班台', email: 'duty@example.com', channels: ['mail'] });
  const { id } = await admin.call(reportSave, { name: '每周登录失败', searchId: search.id, schedule: 'weekly', personIds: [duty.id] });
  await console_.product.database.db
    .insertInto('log_report_sent')
    .values({
      report_id: id,
      due_at: 1_772_400_000_000,
      person_id: duty.id,
      at: 1_772_400_000_000,
      outcome: 'notice',
      file_id: null,
      rows: null,
    })
    .execute();
}

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  departmentId = (await admin.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: '华东销售部' } })).id;
  await rename('华东大区销售部');
  await rename('华东区销售部');
  await admin.ask(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: '' } });
  for (const account of ['admin', 'nobody.here', 'Wrong!Password2']) await guess(account);
  await plan();
}, 120_000);
afterAll(() => console_.stop());

for (const { language, theme, width } of looks)
  test(`Operations and sign-ins: ${language}, ${theme}, ${width} px: no fault, no complaint`, { timeout: 90_000 }, async () => {
    const { page, context, complaints } = await openConsolePage(console_, { language, theme, width });
    const look = async (part: string): Promise<void> => {
      await picture(page, `${part}-${language}-${theme}-${width}`);
      expect([part, await faultsOf(page)]).toEqual([part, []]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    };
    await signInAt(page);
    await page.goto(`${console_.product.origin}/logs_system_operation`);
    await page.locator('.whk-open').first().waitFor();
    await page.locator('.wl-bars-graph rect').first().waitFor();
    await look('operations');
    await page.goto(`${console_.product.origin}/logs_system_operation?objectId=${departmentId}&objectKind=department`);
    await page.locator('.whk-open').first().waitFor();
    await look('operations-narrowed');
    const row = (await admin.call(operationList, { objectId: departmentId })).list[1]!;
    await page.goto(`${console_.product.origin}/logs_system_operation?objectId=${departmentId}&id=${row.id}`);
    await page.locator('.ant-drawer .whk-diffs').first().waitFor();
    await page.locator('.ant-drawer .wl-list li').first().waitFor();
    await look('operation');
    await page
      .locator('.ant-drawer .wl-part button', {
        has: page.locator(`text=/${{ zh_CN: '封存证明', en_US: 'proof', ja_JP: '証明' }[language]}/`),
      })
      .click();
    await page.locator('.ant-drawer .wl-hashes code').first().waitFor();
    await look('proof');
    await page.goto(`${console_.product.origin}/logs_system_operation?view=seal`);
    await page.locator('.whk-open').first().waitFor();
    await page.locator('.wl-seals-do').first().locator('button').last().click();
    await page.locator('.wl-runs > li[data-state=ok]').first().waitFor();
    await page.locator('.whk-open').first().waitFor();
    await look('seals');
    await page.locator('.whk-open').first().click();
    await page.locator('.ant-drawer .wl-hashes').first().waitFor();
    await look('sealed-day');
    await page.goto(`${console_.product.origin}/logs_system_operation?view=reads`);
    await page.locator('.whk-open').first().waitFor();
    await look('reads');
    await page.goto(`${console_.product.origin}/logs_system_login`);
    await page.locator('.whk-open').first().waitFor();
    await page.locator('.wl-heads strong').getByText(/\d/).waitFor();
    await look('sign-ins');
    await page.locator('.whk-open').first().click();
    await page.locator('.ant-drawer .wl-part').first().waitFor();
    await look('sign-in');
    await page.locator('.ant-drawer .wl-block').click();
    await page.locator('.ant-modal textarea').waitFor();
    await page.locator('.ant-modal .ant-picker').waitFor();
    await look('block-address');
    await page.goto(`${console_.product.origin}/logs_system_operation?view=saved`);
    await page.locator('.wl-report-sent li').first().waitFor();
    await look('saved');
    await page.goto(`${console_.product.origin}/logs_system_login/client_login`);
    await page.locator('.whk-state').waitFor();
    await look('terminals');
    expect(complaints).toEqual([]);
    await context.close();
  });

test(
  'A dragged span and filters stand in the address and survive a reload; a row is reverted from its drawer',
  { timeout: 60_000 },
  async () => {
    const { page, context } = await openConsolePage(console_);
    await signInAt(page);
    await page.goto(`${console_.product.origin}/logs_system_operation?word=department.update`);
    await page.locator('.whk-open').first().waitFor();
    const graph = await page.locator('.wl-bars-graph').boundingBox();
    const middle = graph!.y + graph!.height / 2;
    await page.mouse.move(graph!.x + graph!.width * 0.5, middle);
    await page.mouse.down();
    await page.mouse.move(graph!.x + graph!.width + 20, middle, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/from=\d+&to=\d+/);
    const address = page.url();
    await page.reload();
    await page.locator('.whk-open').first().waitFor();
    expect(page.url()).toBe(address);
    expect(await page.locator('.whk-open').count()).toBe(2);
    await page.getByRole('button', { name: 'Twice as long' }).click();
    await expect.poll(() => page.url()).not.toBe(address);

    await page.locator('.whk-open').first().click();
    await page.locator('.ant-drawer').getByRole('button', { name: 'Revert' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revert this operation?' });
    await dialog.getByText('华东大区销售部').first().waitFor();
    await dialog.getByRole('button', { name: 'Revert 1 objects' }).click();
    await expect.poll(async () => (await admin.call(departmentGet, { id: departmentId })).name.zh_CN).toBe('华东大区销售部');
    await page.locator('.ant-drawer').getByText('Reverted').first().waitFor();
    await context.close();
  },
);

test(
  'A search is kept under a name and opened again, a report is planned of it, and an address is blocked',
  { timeout: 90_000 },
  async () => {
    const { page, context, complaints } = await openConsolePage(console_, { language: 'en_US' });
    const { origin } = console_.product;
    await signInAt(page);
    await page.goto(`${origin}/logs_system_operation?result=refused`);
    await page.getByRole('button', { name: 'Save search' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Refused calls');
    await dialog.getByRole('button', { name: 'Save search' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.goto(`${origin}/logs_system_operation?view=saved`);
    await page.getByRole('link', { name: 'Refused calls' }).click();
    await expect.poll(() => page.url()).toContain('result=refused');
    await page.goto(`${origin}/logs_system_operation?view=saved`);
    await page.getByRole('button', { name: 'Plan report' }).click();
    await page.locator('.whk-drawer .ant-form-item').nth(4).waitFor();
    await page.getByLabel('Name', { exact: true }).last().fill('Refusals by day');
    for (const [label, option] of [
      ['Saved search', 'Refused calls'],
      ['Recipients', '值班台'],
    ] as const) {
      await page.locator('.whk-drawer').getByLabel(label).click();
      await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click();
    }
    await page.locator('.whk-drawer').getByText('Daily', { exact: true }).click();
    await picture(page, 'report-form-en_US-light-1440');
    expect(await faultsOf(page)).toEqual([]);
    await page.locator('.whk-drawer .ant-btn-primary').click();
    await page.getByText('Refusals by day').waitFor();
    await page.goto(`${origin}/logs_system_login/console_login?address=203.0.113.45`);
    await page.locator('.whk-open').first().click();
    await page.locator('.ant-drawer .wl-block').click();
    await page.getByRole('dialog').last().getByLabel('Reason').fill('Many wrong passwords');
    await page.locator('.ant-modal .ant-btn-primary').click();
    await page.getByText(/Blocked\. Confirm it/).waitFor();
    const { rules } = (await console_.product.policy()).addressRules;
    expect(rules).toMatchObject([{ networks: ['203.0.113.45'], action: 'deny', expiresAt: expect.any(Number) }]);
    await page.goto(`${origin}/sys_login_authentication?tab=policy`);
    await page.getByLabel('Rule 1: Holds until').waitFor();
    await page.locator('.signin-rules').scrollIntoViewIfNeeded();
    await picture(page, 'policy-rule-until-en_US-light-1440');
    expect(complaints).toEqual([]);
    await context.close();
  },
);
