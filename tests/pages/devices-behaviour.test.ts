import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindingList } from '../../src/modules/devices/common/binding.contract.ts';
import { deviceBind } from '../../src/modules/devices/common/client.contract.ts';
import { deviceList } from '../../src/modules/devices/common/device.contract.ts';
import { eraseList } from '../../src/modules/devices/common/erase.contract.ts';
import { bindRule, everyoneRuleId } from '../../src/modules/devices/common/rule.contract.ts';
import { bindConfigGet, bindConfigUpdate } from '../../src/modules/devices/common/settings.contract.ts';
import { draftGet, fileTest } from '../../src/modules/file-security/common/draft.contract.ts';
import { fileRule } from '../../src/modules/file-security/common/file-rule.contract.ts';
import { outerNetGet, outerNetUpdate } from '../../src/modules/file-security/common/outer-net.contract.ts';
import { groupConfigQuery, mdmResources, mdmRole } from '../../src/modules/file-security/common/role.contract.ts';
import { sendUser } from '../../src/modules/file-security/common/send-user.contract.ts';
import { whiteUser } from '../../src/modules/file-security/common/white-user.contract.ts';
import { employeeAdd } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { openSignedIn, openTestConsole, picture, type ConsolePage, type TestConsole } from '../browser.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { faultsOf } from '../looked-at.ts';
import { TestTerminal } from '../terminal/test-terminal.ts';
import { focusOn, pressOn, tabTo, typeInto } from './keyboard.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let phone: TestTerminal;

beforeAll(async () => {
  console_ = await openTestConsole();
  const { product } = console_;
  admin = new ConsoleClient(product.app, product.admin.token);
  const { version } = await admin.call(bindConfigGet, {});
  await admin.call(bindConfigUpdate, { version, enabled: 1 });
  const { id } = await admin.call(employeeAdd, {
    account: 'lin',
    name: 'Lin',
    assignments: [{ departmentId: rootDepartmentId, primary: true }],
  });
  await product.setPassword(id);
  phone = new TestTerminal(product.app, 2);
  await phone.login('lin');
  const everyone = await admin.call(bindRule.get, { id: everyoneRuleId });
  await admin.call(bindRule.update, { id: everyoneRuleId, version: everyone.version, mode: 'approval' });
  const laptop = new TestTerminal(product.app, 4);
  await laptop.tryLogin('lin');
  await laptop.enrol({ name: 'Laptop of Lin' });
  await laptop.call(deviceBind, { reason: 'new laptop' });
}, 180_000);
afterAll(() => console_?.stop());

/** A page opened by the administrator, looked at when it is left. */
async function at(address: string, name: string, work: (opened: ConsolePage) => Promise<void>): Promise<void> {
  const opened = await openSignedIn(console_);
  await opened.page.goto(console_.product.origin + address);
  await work(opened);
  await picture(opened.page, `devices-${name}`);
  expect([name, await faultsOf(opened.page, { state: name })]).toEqual([name, []]);
  expect(opened.complaints).toEqual([]);
  await opened.context.close();
}
/** A day soon, as the English console writes moments. */
function inFiveDays(): string {
  const [year, month, day] = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year} 12:00`;
}
/** Finds Lin by typing, and takes the first who is found. */
async function choosePerson(page: Page, field: Locator): Promise<void> {
  await typeInto(page, field, 'lin');
  await page.locator('.ant-select-item-option').filter({ hasText: 'Lin' }).first().waitFor();
  await page.keyboard.press('Enter');
}
const [mms, msm, files] = ['/mms_device_management', '/msm_device_safety', '/msm_file_security_configuration'];

/** Opens the actions of a row, and does one. */
async function act(page: Page, name: RegExp, action: string): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  await page.locator('.ant-popover:visible').getByRole('button', { name: action, exact: true }).click();
}

test('A request is approved, and an erasure is ordered and stopped, by clicks', async () => {
  await at(`${mms}/user_binding`, 'approve', async ({ page }) => {
    await act(page, /^Actions for Lin · Laptop of Lin/, 'Approve');
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await expect.poll(async () => (await admin.call(bindingList, { state: 'bound', text: 'Laptop' })).total).toBe(1);
  });
  await at(`${mms}/device_info`, 'erase', async ({ page }) => {
    await act(page, /^Actions for Test 2/, 'Erase');
    const dialog = page.getByRole('dialog');
    // What it touches is shown before anything is asked.
    await dialog.getByText('0 drafts, 0 files').waitFor();
    const order = dialog.getByRole('button', { name: 'Order the erasure' });
    await dialog.getByLabel('Reason (at least 10 characters)').fill('the phone was stolen');
    expect(await order.isDisabled()).toBe(true);
    await dialog.getByLabel(/Type “Test 2”/).fill('Test 2');
    expect(await faultsOf(page, { state: 'erase wizard' })).toEqual([]);
    await order.click();
    await expect.poll(async () => (await admin.call(eraseList, {})).list.map(({ state }) => state)).toEqual(['hold']);
    // Where it can be stopped is said, with the way there.
    await page.getByText('The erasure is ordered. For 60 seconds it can be stopped under “Erasures”.').waitFor();
    await page.getByRole('button', { name: 'View details' }).click();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
  });
  await at(`${msm}/device_erase`, 'stop', async ({ page }) => {
    await act(page, /^Actions for Test 2/, 'Stop');
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
    await expect.poll(async () => (await admin.call(eraseList, {})).list.map(({ state }) => state)).toEqual(['cancelled']);
  });
  await at(`${mms}/user_binding?tab=bound`, 'unbind', async ({ page }) => {
    await page.getByRole('row', { name: /Test 2 Primary/ }).waitFor();
    await act(page, /^Actions for Lin · Laptop of Lin/, 'Set as primary');
    const question = page.getByRole('dialog', { name: 'Set as primary “Lin · Laptop of Lin”?' });
    await question.getByRole('button', { name: 'Set as primary' }).click();
    await page.getByRole('row', { name: /Laptop of Lin Primary/ }).waitFor();
    await act(page, /^Actions for Lin · Laptop of Lin/, 'Unbind');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'As set: erase' }).waitFor();
    await dialog.getByLabel('Reason').fill('given back');
    await dialog.getByRole('radio', { name: 'Erase', exact: true }).check();
    expect(await faultsOf(page, { state: 'unbind dialog' })).toEqual([]);
    await dialog.getByRole('button', { name: 'Unbind' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Unbound' }).click();
    // Who ended it stands beside why.
    await page.getByRole('row', { name: /Laptop of Lin.*Administrator · .*given back/ }).waitFor();
  });
  expect((await admin.call(deviceList, { text: 'Test 2' })).list).toMatchObject([{ state: 'bound' }]);
  expect(await phone.obey()).toEqual([]);
});

test('A person without devices is no search that found nothing', async () => {
  const { id } = await admin.call(employeeAdd, {
    account: 'wang',
    name: 'Wang',
    assignments: [{ departmentId: rootDepartmentId, primary: true }],
  });
  await at(`${mms}/employ_search?empId=${id}`, 'no devices', async ({ page }) => {
    await page.getByText('No bindings').waitFor();
    expect(await page.getByRole('button', { name: 'Clear filters' }).count()).toBe(0);
  });
});

test('A file rule is drafted, simulated, kept as a test and published, by keyboard', () =>
  at(`${files}/download_restriction`, 'rule', async ({ page }) => {
    await pressOn(page, page.getByRole('button', { name: /^Add/ }).first());
    const form = page.locator('.ant-drawer').last();
    await typeInto(page, form.getByLabel('Name', { exact: true }), 'No sheets');
    await pressOn(page, form.getByRole('checkbox', { name: 'Everyone' }).or(form.getByRole('switch', { name: 'Everyone' })), 'Space');
    await typeInto(page, form.getByLabel('Extensions'), 'xlsx');
    await page.keyboard.press('Enter');
    await pressOn(page, form.getByRole('radio', { name: 'Observe' }), 'ArrowRight');
    expect(await form.getByRole('radio', { name: 'Enforce' }).isChecked()).toBe(true);
    expect(await faultsOf(page, { state: 'rule form' })).toEqual([]);
    await pressOn(page, form.getByRole('button', { name: /^(Save|Add)/ }).last());
    await expect.poll(async () => (await admin.call(fileRule.list, { kind: 'download' })).total).toBe(1);
    // What was added opens by itself; the key Escape leads back to the page.
    const added = page.locator('.ant-drawer', { has: page.getByRole('dialog', { name: 'No sheets' }) });
    await focusOn(added);
    await page.keyboard.press('Escape');
    await added.waitFor({ state: 'detached' });
    await focusOn(page.getByRole('button', { name: /^Add/ }).first());

    await pressOn(page, page.getByRole('button', { name: 'Simulate' }));
    const drawer = page.locator('.ant-drawer').last();
    await choosePerson(page, drawer.getByLabel('Person'));
    await typeInto(page, drawer.getByLabel('File name'), 'plan.xlsx');
    await pressOn(page, drawer.getByRole('button', { name: 'Decide' }));
    await drawer.getByText('No sheets').first().waitFor();
    expect(await faultsOf(page, { state: 'simulator' })).toEqual([]);
    // Both versions are shown; what is kept is what the draft decides: the version in force knows no such rule yet.
    await drawer.locator('.fs-bar').filter({ hasText: 'Block' }).waitFor();
    // Somebody thinks that it ought to be allowed.
    await tabTo(page, drawer.getByRole('combobox', { name: 'Expected' }));
    for (const key of ['ArrowDown', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    await drawer
      .locator('.fs-bar .ant-select')
      .filter({ hasText: /^Allow$/ })
      .waitFor();
    await typeInto(page, drawer.getByRole('textbox', { name: 'Name', exact: true }), 'Lin and sheets');
    await pressOn(page, drawer.getByRole('button', { name: 'Save as test' }));
    await expect.poll(async () => (await admin.call(fileTest.list, {})).list.map(({ expected }) => expected)).toEqual(['allow']);
    expect(new URL(page.url()).searchParams.get('view')).toBe('simulate');
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });

    await pressOn(page, page.getByRole('button', { name: 'Review and publish' }));
    const review = page.locator('.ant-drawer', { has: page.getByRole('dialog', { name: 'Review draft' }) }).last();
    // A test that fails stands in the way and says so, until it passes or expects something else.
    await review.getByText('1 saved test fails.').first().waitFor();
    await review
      .getByText(/\.xlsx/)
      .first()
      .waitFor();
    expect(await review.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);
    expect(await faultsOf(page, { state: 'review' })).toEqual([]);
    await pressOn(page, review.getByRole('button', { name: 'Open saved tests' }));
    const tests = page.locator('.ant-drawer', { has: page.getByRole('dialog', { name: 'Saved tests' }) }).last();
    await pressOn(page, tests.getByRole('button', { name: 'Actions for Lin and sheets' }));
    await pressOn(page, page.locator('.ant-popover:visible').getByRole('button', { name: 'Expect “Block”' }));
    await tests.getByText('Passed', { exact: true }).waitFor();
    expect(await faultsOf(page, { state: 'saved tests' })).toEqual([]);
    await pressOn(page, tests.getByRole('button', { name: 'Close' }));
    await tests.waitFor({ state: 'detached' });
    await review.getByText('Passed', { exact: true }).waitFor();
    await typeInto(page, review.getByLabel('Publish note'), 'First');
    await pressOn(page, review.getByRole('button', { name: 'Publish' }));
    await expect.poll(async () => (await admin.call(draftGet, {})).published.number).toBe(2);
    await review.waitFor({ state: 'detached' });
  }));

test('The history of a rule says its file types and conditions of the device in words', async () => {
  const draft = { name: 'Sheets', kind: 'preview', everyone: true } as const;
  const { id } = await admin.call(fileRule.add, {
    ...draft,
    actions: ['preview'],
    fileTypes: ['sheet'],
    device: { ownership: ['company'], boundOnly: true },
  });
  await at(`${files}/preview_restriction?id=${id}`, 'rule-history', async ({ page }) => {
    await page.getByRole('tab', { name: 'History' }).click();
    await expect.poll(() => page.locator('.whk-diffs').first().innerText()).toContain('Spreadsheets');
    expect(await page.locator('.whk-diffs').first().innerText()).toContain('Bound devices only: Yes · Ownership: Company device');
  });
});

test('Who is exempt for a while or outside, and who sends to whom, is entered by clicks', async () => {
  await at(`${files}/white-list-user`, 'exempt', async ({ page }) => {
    await page.getByRole('button', { name: /^Add/ }).first().click();
    const form = page.locator('.ant-drawer').last();
    await choosePerson(page, form.getByLabel('Person'));
    await form.getByLabel('Reason').fill('Audit');
    await form.getByLabel('Expires').fill(inFiveDays());
    await page.keyboard.press('Enter');
    await form
      .getByRole('button', { name: /^(Save|Add)/ })
      .last()
      .click();
    await expect.poll(async () => (await admin.call(whiteUser.list, {})).list.map(({ name }) => name)).toEqual(['Lin']);
  });
  await at(`${files}/send-user`, 'send', async ({ page }) => {
    await page.getByRole('button', { name: /^Add/ }).first().click();
    const form = page.locator('.ant-drawer').last();
    await form.getByLabel('Name', { exact: true }).fill('Nobody outside');
    await form
      .getByRole('checkbox', { name: 'All senders' })
      .or(form.getByRole('switch', { name: 'All senders' }))
      .click();
    await form.getByRole('radio', { name: 'people outside the company' }).check();
    await form.getByRole('radio', { name: 'Block' }).check();
    await form
      .getByRole('button', { name: /^(Save|Add)/ })
      .last()
      .click();
    await expect.poll(async () => (await admin.call(sendUser.list, {})).list.map(({ effect }) => effect)).toEqual(['block']);
    // The draft differs now, and the page says so without being opened again.
    await page.getByText('The draft has 1 change').waitFor();
  });
  const { version } = await admin.call(outerNetGet, {});
  await admin.call(outerNetUpdate, { version, exceptions: [{ kind: 'department', id: rootDepartmentId }] });
  await at(`${files}/outer-net`, 'outside', async ({ page }) => {
    // One exception is there already; another one joins it.
    await choosePerson(page, page.getByRole('combobox', { name: 'People', exact: true }));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(async () => (await admin.call(outerNetGet, {})).exceptions.map(({ kind }) => kind))
      .toEqual(['department', 'employee']);
  });
});

test('A print is read in words, in its row and in full', async () => {
  await console_.product.database.pool.query(
    `insert into file_print (id, at, employee_id, platform, file_name, level, pages, copies, printer, result, ref)
      select gen_random_uuid(), $1, id, 4, 'plan.pdf', 2, 3, 1, 'Floor 2', 'printed', 'ABCD2345' from employee where account = 'lin'`,
    [Date.now()],
  );
  await at('/msm_logs_system_print/print-log', 'print', async ({ page }) => {
    await page.locator('#wh-main .whk-open').first().click();
    const drawer = page.locator('.ant-drawer').last();
    await drawer.getByText('Floor 2').waitFor();
    const said = await drawer.locator('dd').allInnerTexts();
    expect(said).toEqual(expect.arrayContaining(['Confidential', 'Windows', 'Printed', 'ABCD2345']));
  });
});

test('Functions and settings of a device role are saved one after the other', async () => {
  const { roleId } = await admin.call(mdmRole.save, { name: 'Field', code: 'field' });
  await at(`/msm_auth_management/role/relate_auth?roleId=${roleId}`, 'role rights', async ({ page }) => {
    const part = (name: string): Locator => page.getByRole('region', { name, exact: true });
    // Begun in the settings, which stay as entered while the functions are saved; the same version stands behind both.
    await part('Settings')
      .getByRole('switch', { name: /^Screenshots/ })
      .click();
    await part('Functions')
      .getByRole('checkbox', { name: /^Send outside/ })
      .click();
    await part('Functions').getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await admin.call(mdmResources, { roleId })).functions).toContain('file.sendExternal');
    await part('Settings').getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => Object.keys((await admin.call(groupConfigQuery, { roleId })).groups)).toEqual(['screenshot']);
  });
});
