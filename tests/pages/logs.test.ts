import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationList } from '../../src/modules/logs/common/operation-log.contract.ts';
import { reportSave } from '../../src/modules/logs/common/saved/report.contract.ts';
import { searchList, searchSave } from '../../src/modules/logs/common/saved/search.contract.ts';
import { noticePersonAdd } from '../../src/modules/warnings/common/notice-person.contract.ts';
import { sysRole } from '../../src/modules/system/common/role.contract.ts';
import { departmentAdd, departmentGet, departmentUpdate } from '../../src/modules/people/common/department.contract.ts';
import { employeeAdd, employeeDisable } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { chooseIn, looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { faultsOf } from '../looked-at.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { TestTerminal } from '../terminal/test-terminal.ts';
import { openByKeyboard, pressOn, tabTo } from './keyboard.ts';

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

/** Somebody who may sign in. */
async function person(account: string): Promise<string> {
  const assignments = [{ departmentId: rootDepartmentId, primary: true }];
  const { id } = await admin.call(employeeAdd, { account, name: `Name of ${account}`, assignments });
  await console_.product.setPassword(id);
  return id;
}

/** Somebody who holds one code alone, everywhere; answers the account. */
async function holderOf(code: string): Promise<string> {
  const account = code.replaceAll('_', '.');
  const id = await person(account);
  const { roleId } = await admin.call(sysRole.save, { name: code, code });
  const version = async () => (await admin.call(sysRole.find, { roleId })).version;
  await admin.call(sysRole.saveResources, { roleId, version: await version(), codes: [code] });
  await admin.call(sysRole.saveRanges, { roleId, version: await version(), range: { kind: 'all' } });
  await admin.call(sysRole.assignEmployees, { roleId, ids: [id] });
  return account;
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
  const uid = await person('terminal.user');
  await new TestTerminal(console_.product.app, 4).login('terminal.user');
  await admin.call(employeeDisable, { ids: [uid] });
}, 120_000);
afterAll(() => console_.stop());

for (const { language, theme, width } of looks())
  test(`Operations and sign-ins: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    const look = async (part: string): Promise<void> => {
      await picture(page, `${part}-${language}-${theme}-${width}`);
      expect([part, await faultsOf(page, { state: part })]).toEqual([part, []]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    };
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
    await page.locator('.wl-bars-steps button').first().click();
    await page.locator('.wl-heads strong').getByText('0', { exact: true }).waitFor();
    expect(page.url()).toContain('from=');
    await page.goBack();
    await page.locator('.wl-heads strong').getByText(/[1-9]/).waitFor();
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
    await page.locator('.whk-open').first().waitFor();
    await page.locator('.whk-tag', { hasText: 'Windows' }).waitFor();
    await look('terminals');
    await page.goto(`${console_.product.origin}/logs_system_login/client_login?platform=4&kind=local&deviceId=`);
    await page.locator('.whk-open').first().waitFor();
    await page.locator('.wl-terms').nth(2).waitFor();
    await look('terminals-filters');
    expect(complaints).toEqual([]);
    await context.close();
  });

test('A dragged span and filters stand in the address and survive a reload; a row is reverted from its drawer', async () => {
  const { page, context } = await openSignedIn(console_);
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
  const other = await openSignedIn(console_);
  await other.page.goto(address);
  await other.page.locator('.whk-open').first().waitFor();
  expect([other.page.url(), await other.page.locator('.whk-open').count()]).toEqual([address, 2]);
  await other.context.close();
  await page.getByRole('button', { name: 'Twice as long' }).click();
  await expect.poll(() => page.url()).not.toBe(address);

  await page.locator('.whk-open').first().click();
  await page.locator('.ant-drawer').getByRole('button', { name: 'Revert' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revert this operation?' });
  await dialog.getByText('华东大区销售部').first().waitFor();
  await dialog.getByRole('button', { name: 'Revert 1 object' }).click();
  await expect.poll(async () => (await admin.call(departmentGet, { id: departmentId })).name.zh_CN).toBe('华东大区销售部');
  await page.locator('.ant-drawer').getByText('Reverted').first().waitFor();
  await context.close();
});

test('A search is kept under a name and opened again, a report is planned of it, and an address is blocked', async ({ task }) => {
  // Names are kept: a second try needs one of its own.
  const kept = `Refused calls ${task.result?.retryCount ?? 0}`;
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  const { origin } = console_.product;
  await page.goto(`${origin}/logs_system_operation?result=refused`);
  await page.getByRole('button', { name: 'Save search' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(kept);
  await dialog.getByRole('button', { name: 'Save search' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.goto(`${origin}/logs_system_operation?view=saved`);
  await page.getByRole('link', { name: kept }).click();
  await expect.poll(() => page.url()).toContain('result=refused');
  await page.goto(`${origin}/logs_system_operation?view=saved`);
  await page.getByRole('button', { name: new RegExp(kept) }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.locator('.whk-drawer .ant-form-item').nth(1).waitFor();
  await chooseIn(page.locator('.whk-drawer').getByLabel('Columns of reports'), 'Administrator', 'Time');
  await page.keyboard.press('Escape');
  await picture(page, 'search-form-en_US-light-1440');
  expect(await faultsOf(page)).toEqual([]);
  await page.locator('.whk-drawer .ant-btn-primary').click();
  const columns = async () => (await admin.call(searchList, { text: kept })).list[0]?.columns;
  await expect.poll(columns).toEqual(['name', 'at']);
  await page.goto(`${origin}/logs_system_operation?view=saved`);
  await page.getByRole('button', { name: 'Plan report' }).click();
  await page.locator('.whk-drawer .ant-form-item').nth(4).waitFor();
  await page.getByLabel('Name', { exact: true }).last().fill('Refusals by day');
  await chooseIn(page.locator('.whk-drawer').getByLabel('Saved search'), kept);
  await chooseIn(page.locator('.whk-drawer').getByLabel('Recipients'), '值班台');
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
});

test('Each page opens with its code alone, its parent leads to the child that is granted, and nothing on it is refused', async () => {
  const { origin } = console_.product;
  const cases = [
    ['logs_system_operation', '/logs_system_operation', '/logs_system_operation', '.whk-open'],
    ['logs_system_login_console_login', '/logs_system_login', '/logs_system_login/console_login', '.whk-open'],
    ['logs_system_login_client_login', '/logs_system_login', '/logs_system_login/client_login', '.whk-open'],
    ['logs_cleaning_cleanup_mechanism', '/logs_cleaning', '/logs_cleaning/cleanup_mechanism', '.whk-open'],
    ['logs_cleaning_cleanup_record', '/logs_cleaning', '/logs_cleaning/cleanup_record', '.whk-state'],
  ] as const;
  for (const [code, asked, expected, ready] of cases) {
    const { page, context, complaints } = await openSignedIn(console_, {}, await holderOf(code));
    await page.goto(origin + asked);
    await page.locator(ready).first().waitFor();
    // Whoever may not stay is sent home after a moment, and would be there now.
    await page.reload();
    await page.locator(ready).first().waitFor();
    expect([code, new URL(page.url()).pathname, complaints]).toEqual([code, expected, []]);
    await context.close();
  }
  const { page, context } = await openSignedIn(console_);
  for (const [asked, expected] of [
    ['/logs_system_login', 'console_login'],
    ['/logs_cleaning', 'cleanup_mechanism'],
  ] as const) {
    await page.goto(origin + asked);
    await expect.poll(() => new URL(page.url()).pathname).toBe(`${asked}/${expected}`);
  }
  await context.close();
});

test('By keyboard alone through both logs and the cleaning page; times are those of the reader, or UTC', async () => {
  const { page, context, complaints } = await openSignedIn(console_);
  const { origin } = console_.product;
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' });
  const moment = async (): Promise<[string, string]> => {
    const time = page.locator('.wl-moment').first();
    return [(await time.getAttribute('datetime')) ?? '', await time.innerText()];
  };
  const hourIn = (iso: string, timeZone: string): string =>
    new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZone }).format(
      new Date(iso),
    );

  await page.goto(`${origin}/logs_system_operation`);
  await page.locator('.whk-open').first().waitFor();
  const [at, shown] = await moment();
  expect(shown).toContain(hourIn(at, 'Asia/Tokyo'));
  await pressOn(page, page.locator('.wl-utc button[role=switch]'), 'Space');
  await expect.poll(async () => (await moment())[1]).toContain(`${hourIn(at, 'UTC')} UTC`);
  const span = () => page.locator('.wl-bars-sums > span').first().innerText();
  expect(await span()).toMatch(/UTC.+UTC$/);
  const before = page.url();
  await pressOn(page, page.locator('.wl-bars-steps button[aria-label="Half as long"]'));
  await expect.poll(() => page.url()).not.toBe(before);
  await page.goto(before);
  await tabTo(page, page.locator('.whk-filter-search input'));
  await page.keyboard.type('华东');
  await page.waitForURL(/text=/);
  await page.locator('.whk-open').first().waitFor();
  await openByKeyboard(page, '.whk-diffs');

  await page.goto(`${origin}/logs_system_login`);
  await page.locator('.whk-open').first().waitFor();
  expect((await moment())[1]).toContain('UTC');
  await openByKeyboard(page, '.wl-part');
  await pressOn(page, page.locator('.wl-utc button[role=switch]'), 'Space');
  await expect.poll(async () => (await moment())[1]).not.toContain('UTC');

  await page.goto(`${origin}/logs_system_login/client_login`);
  await page.locator('.whk-open').first().waitFor();
  await openByKeyboard(page, '.wl-part');

  await page.goto(`${origin}/logs_cleaning`);
  await page.locator('.whk-open').first().waitFor();
  await openByKeyboard(page, '.whk-facts');
  await page.keyboard.press('Enter');
  await page.locator('.ant-drawer .whk-facts').first().waitFor();
  await pressOn(page, page.locator('.ant-drawer .ant-btn-primary'));
  await page.locator('.ant-form-item input').first().waitFor();
  await picture(page, 'cleaning-by-keyboard');
  expect(complaints).toEqual([]);
  await context.close();
});

test('Damage that a verification found is explained by a statement; the next one goes on behind it', async () => {
  const { page, context, complaints } = await openSignedIn(console_);
  const owner = new pg.Client(console_.product.database.config);
  await owner.connect();
  await owner.query('set session_replication_role = replica');
  await owner.query(
    `update audit_log set user_agent = 'x' where id = (select row_id from audit_seal where stream = 'audit_log' and seq = 3)`,
  );
  await page.goto(`${console_.product.origin}/logs_system_operation?view=seal`);
  await page.getByRole('button', { name: 'Verify all' }).click();
  await page
    .locator('.wl-bad')
    .getByText(/Operations: row 3 of .+: changed/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Write a statement' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Statement about damage' });
  await dialog.getByLabel('What is known').fill('Changed by hand on the server, see ticket 4711');
  await picture(page, 'statement-en_US-light-1440');
  expect(await faultsOf(page)).toEqual([]);
  await dialog.locator('.ant-btn-primary').click();
  await page
    .locator('.wl-statement')
    .getByText(/ticket 4711/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Verify all' }).click();
  await page
    .locator('.wl-runs')
    .getByText(/explained by a statement: 1/)
    .first()
    .waitFor();
  await picture(page, 'stated-en_US-light-1440');
  expect(await faultsOf(page)).toEqual([]);
  await owner.query(`delete from seal_statement`);
  await owner.end();
  expect(complaints).toEqual([]);
  await context.close();
});
