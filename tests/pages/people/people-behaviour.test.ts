import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { departmentAdd } from '../../../src/modules/people/common/department.contract.ts';
import { employeeAdd, employeeDisable, employeeGet, employeeUpdate } from '../../../src/modules/people/common/employee.contract.ts';
import { sysRole } from '../../../src/modules/system/common/role.contract.ts';
import { rootDepartmentId } from '../../../src/modules/people/common/root.ts';
import { openConsolePage, openSignedIn, openTestConsole, picture, type ConsolePage, type TestConsole } from '../../browser.ts';
import { faultsOf } from '../../looked-at.ts';
import { ConsoleClient } from '../../journeys/console-client.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let view: ConsolePage;
let page: Page;
const units = { sales: '', south: '', plant: '' };

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  units.sales = await unit('Sales', rootDepartmentId);
  units.south = await unit('Sales South', units.sales);
  units.plant = await unit('Plant', rootDepartmentId);
  for (const name of ['Ada Byron', 'Grace Hopper', '欧阳娜娜', '佐藤 健']) await person(name, units.sales);
}, 120_000);
afterAll(() => console_.stop());

beforeEach(async () => {
  view = await openSignedIn(console_);
  ({ page } = view);
});
afterEach(async () => {
  await view.context.close();
  if (view.complaints.length > 0) throw new Error(view.complaints.join('\n'));
});

let made = 0;
const unit = async (name: string, parentId: string): Promise<string> =>
  (await admin.call(departmentAdd, { name: { zh_CN: name }, parentId })).id;
const person = async (name: string, departmentId: string): Promise<string> =>
  (await admin.call(employeeAdd, { account: `person.${(made += 1)}`, name, assignments: [{ departmentId, primary: true }] })).id;

const open = async (query = ''): Promise<void> => {
  await page.goto(`${console_.product.origin}/muc_user_management${query}`);
  await page.locator('.whk-list, .whk-panel').first().waitFor();
};
const dialog = (): Locator => page.getByRole('dialog').filter({ visible: true });
const row = (text: string): Locator => page.locator('.whk-table tbody tr').filter({ hasText: text });
const act = async (name: string, action: string): Promise<void> => {
  await page
    .getByRole('button', { name: `Actions for ${name}` })
    .first()
    .click();
  await page.getByRole('button', { name: action, exact: true }).filter({ visible: true }).click();
};
const said = (text: string | RegExp): Promise<void> => page.locator('.ant-message').getByText(text).first().waitFor();

test('Somebody is added: every mistake stands at its field, what was typed stays, and the new person is shown', async () => {
  await open(`?dept=${units.sales}`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog().getByRole('button', { name: 'Add', exact: true }).click();
  await dialog().locator('.ant-form-item-explain-error').first().waitFor();
  const field = (name: string): Locator =>
    dialog()
      .locator('.ant-form-item')
      .filter({ has: page.getByLabel(name, { exact: true }) });
  const mistakeOf = (name: string): Locator => field(name).locator('.ant-form-item-explain-error');
  await mistakeOf('Name').waitFor();
  await dialog().getByLabel('Name', { exact: true }).fill('Alan Turing');
  // What is filled in is no longer asked for, and an account is proposed.
  await mistakeOf('Name').waitFor({ state: 'detached' });
  await expect.poll(() => dialog().getByLabel('Account', { exact: true }).inputValue()).toBe('alan.turing');
  await mistakeOf('Account').waitFor({ state: 'detached' });
  await dialog().getByLabel('Account', { exact: true }).fill('person.1');
  await dialog().getByPlaceholder('Number', { exact: true }).fill('12345');
  await dialog().getByLabel('E-mail', { exact: true }).fill('alan@@nowhere');
  await dialog().getByRole('button', { name: 'Add', exact: true }).click();
  const mail = dialog()
    .locator('.ant-form-item')
    .filter({ has: page.getByLabel('E-mail', { exact: true }) });
  await mail.locator('.ant-form-item-explain-error').waitFor();
  // As a file with this number is refused.
  await dialog().getByText('Not a mobile number').waitFor();
  await dialog().getByPlaceholder('Number', { exact: true }).fill('13700000042');
  await dialog().getByText('Not a mobile number').waitFor({ state: 'detached' });
  await dialog().getByLabel('E-mail', { exact: true }).fill('alan@bletchley.example');
  await dialog().getByRole('button', { name: 'Add', exact: true }).click();
  const account = dialog()
    .locator('.ant-form-item')
    .filter({ has: page.getByLabel('Account', { exact: true }) });
  await account.getByText(/Already used by Ada Byron|Already taken/).waitFor();
  await picture(page, 'people-add-refused');
  expect(await faultsOf(page)).toEqual([]);
  expect(await dialog().getByLabel('Name', { exact: true }).inputValue()).toBe('Alan Turing');
  await dialog().getByLabel('Account', { exact: true }).fill('alan.turing');
  await dialog().getByRole('button', { name: 'Add', exact: true }).click();
  await said('Added');
  await dialog().locator('.whk-facts').first().waitFor();
  await dialog().getByText('alan@bletchley.example').waitFor();
  // Whoever was added still needs a password, and perhaps a role.
  await dialog().getByRole('button', { name: 'Give a role…' }).waitFor();
  await picture(page, 'people-added');
  await dialog().getByRole('button', { name: 'Set password or invite…' }).click();
  await page.getByRole('dialog', { name: 'New password: Alan Turing' }).getByRole('button', { name: 'Cancel' }).click();
  await row('alan.turing').waitFor();
});

test('Pictures stand in the list, in pickers and in the drawer, initials where there is none; a masked number is shown for a reason', async () => {
  const { default: sharp } = await import('sharp');
  const drawn = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#206040' } })
    .jpeg()
    .toBuffer();
  const id = await person('Hedy Lamarr', units.plant);
  await person('Hedy Other', units.plant);
  const avatarFileId = await admin.upload('hedy.jpg', drawn);
  await admin.call(employeeUpdate, { id, version: 1, avatarFileId, mobile: '+8613700001111' });
  await open('?text=Hedy');
  const place = row('Hedy Lamarr').locator('.uc-avatar');
  const before = await place.boundingBox();
  await place.locator('img').waitFor();
  expect(await place.boundingBox()).toEqual(before);
  expect(await row('Hedy Other').locator('.uc-avatar').textContent()).toBe('HO');
  await picture(page, 'people-pictures');
  await open(`?emp=${id}`);
  await dialog().locator('.uc-avatar img').first().waitFor();
  await dialog().getByRole('button', { name: 'Show unmasked: Mobile' }).click();
  const asked = page.locator('.ant-modal');
  const show = asked.getByRole('button', { name: 'Show unmasked', exact: true });
  expect(await show.isDisabled()).toBe(true);
  await asked.getByLabel('Why it is needed').fill('A parcel for her');
  await picture(page, 'people-unmask');
  await show.click();
  await dialog().getByText('+8613700001111').waitFor();
  await dialog().getByRole('button', { name: 'Edit' }).first().click();
  await page.getByLabel('Manager', { exact: true }).last().fill('Hedy');
  const choices = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
  await choices.locator('.whk-figure img').waitFor();
  expect(await choices.locator('.ant-select-item-option').count()).toBeGreaterThan(1);
  await picture(page, 'people-picker');
});

test('A file is read into a plan; columns that mean nothing here are told beside it, managers are named, also those whom it makes', async () => {
  await open();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const csv = [
    // HR's own titles: what each column is, is guessed from titles and values.
    'Login,Full name,Where,Favourite colour,Manager (account or number),Reach',
    'file.one,From A File,Plant,blue,file.boss,one@c.example',
    'file.two,,Plant,red,,two@c.example',
    'file.boss,Boss Of File,Plant,,person.1,',
    'file.round,Round One,Plant,,file.about,',
    'file.about,Round Two,Plant,,file.round,',
    'file.lost,Lost One,Plnat,,,',
  ].join('\n');
  await dialog()
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  const mapped = (title: string) => dialog().locator('tr', { hasText: title }).locator('.ant-select');
  await expect.poll(() => mapped('Login').innerText()).toContain('Account');
  expect(await mapped('Full name').innerText()).toContain('Name');
  expect(await mapped('Reach').innerText()).toContain('mail');
  await picture(page, 'people-import-map');
  expect(await faultsOf(page)).toEqual([]);
  await mapped('Where').locator('input').fill('Primary');
  await page.keyboard.press('Enter');
  await dialog().getByRole('button', { name: 'Next' }).click();
  await dialog().getByText('These columns of the file were not read: Favourite colour').waitFor();
  // A department that is not there is refused, and the one that is meant is named.
  await dialog().getByText('There is no department Plnat. Did you mean “Plant”?').waitFor();
  await dialog().getByText('Name: Required').waitFor();
  expect(await dialog().getByText('The reporting line would form a circle').count()).toBe(2);
  await picture(page, 'people-import');
  expect(await faultsOf(page)).toEqual([]);
});

test('Two change one person: the later one reads both versions, keeps hers, and the history shows who wrote what', async () => {
  const id = await person('Konrad Zuse', units.plant);
  await open(`?emp=${id}`);
  await dialog().getByRole('button', { name: 'Edit' }).first().click();
  await page.getByLabel('Title', { exact: true }).last().fill('Engineer');
  await dialog().last().getByPlaceholder('Title').first().fill('Head');
  const { version } = await admin.call(employeeGet, { id });
  await admin.call(employeeUpdate, { id, version, title: 'Inventor' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = dialog().filter({ hasText: 'Someone else changed this meanwhile' });
  await conflict.getByText('Inventor').waitFor();
  await conflict.getByText('Engineer').waitFor();
  // What a field refers to is read by its name.
  await expect.poll(() => conflict.locator('tr', { hasText: 'Departments' }).innerText()).toContain('Plant');
  await picture(page, 'people-conflict');
  expect(await faultsOf(page)).toEqual([]);
  await conflict.getByRole('button', { name: 'Keep mine and save again' }).click();
  await said('Saved');
  expect(await admin.call(employeeGet, { id })).toMatchObject({ title: 'Engineer' });
  await page.getByRole('tab', { name: 'History' }).click();
  await page.locator('.whk-history').getByText('Inventor').first().waitFor();
  await page
    .getByRole('button', { name: /^Revert/ })
    .first()
    .click();
  await picture(page, 'people-undo');
  await dialog()
    .last()
    .getByRole('button', { name: /^Revert/ })
    .last()
    .click();
  await expect.poll(async () => (await admin.call(employeeGet, { id })).title).toBe('Inventor');
});

test('Leaving a changed form asks first and loses nothing', async () => {
  await open(`?emp=${await person('Emmy Noether', units.plant)}`);
  await dialog().getByRole('button', { name: 'Edit' }).first().click();
  await page.getByLabel('Title', { exact: true }).last().fill('Professor');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  expect(await page.getByLabel('Title', { exact: true }).last().inputValue()).toBe('Professor');
  await page.getByRole('button', { name: 'Cancel', exact: true }).filter({ visible: true }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
});

test('Filters stay in the address; a saved view and chosen columns come back', async () => {
  await open();
  await page
    .getByRole('textbox', { name: /^Search: / })
    .first()
    .fill('oynn');
  await row('欧阳娜娜').waitFor();
  await expect.poll(() => page.locator('.whk-table tbody tr').count()).toBe(1);
  await page.waitForURL('**text=oynn**');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Ouyang');
  await page.getByRole('button', { name: 'Save this view' }).click();
  await said('The view is saved');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Columns and row height' }).click();
  await page.getByRole('checkbox', { name: 'Title', exact: true }).uncheck();
  await expect.poll(() => page.getByRole('columnheader', { name: /^Title/ }).count()).toBe(0);
  await picture(page, 'people-columns');
  await open();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Apply view Ouyang' }).click();
  await page.waitForURL('**text=oynn**');
  await expect.poll(() => page.locator('.whk-table tbody tr').count()).toBe(1);
  await expect.poll(() => page.getByRole('columnheader', { name: /^Title/ }).count()).toBe(0);
});

test('Deleted people have left, and come back from the bin with their departments', async () => {
  const id = await person('Lise Meitner', units.plant);
  await admin.call(employeeDisable, { ids: [id] });
  await open('?text=Meitner');
  await act('Lise Meitner', 'Delete');
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await said(/Delete: 1 done/);
  await expect.poll(() => row('Lise Meitner').count()).toBe(0);
  await page.getByRole('tab', { name: 'Recycle bin' }).click();
  await row('Lise Meitner').waitFor();
  await act('Lise Meitner', 'Restore');
  await said(/Restore: 1 done/);
  expect(await admin.call(employeeGet, { id })).toMatchObject({ status: 'left', departments: [{ departmentId: units.plant }] });
});

test('A one-time password is shown once, and must be changed at the first sign-in', async () => {
  const id = await person('Katherine Johnson', units.plant);
  const { account } = await admin.call(employeeGet, { id });
  await open('?text=Katherine');
  await act('Katherine Johnson', 'Reset password');
  // Not the cross, where Enter would give it up.
  await dialog().locator('input[type=radio]:focus').waitFor();
  await dialog().getByRole('button', { name: 'Set password' }).click();
  const told = await dialog().locator('code').innerText();
  expect(told.length).toBeGreaterThanOrEqual(10);
  expect(await faultsOf(page)).toEqual([]);
  const other = await openConsolePage(console_);
  await other.page.locator('input[name=account]').fill(account);
  await other.page.locator('input[autocomplete=current-password]').fill(told.trim());
  await other.page.locator('button[type=submit]').click();
  await other.page.locator('input[autocomplete=new-password]').first().waitFor();
  await other.context.close();
});

test('A department is added, moved with its effect read first, refused under itself, and merged away', async () => {
  await open();
  const tree = page.getByRole('tree');
  await tree.getByText('Plant').waitFor();
  await act('Plant', 'Add department');
  await dialog()
    .getByRole('textbox', { name: /Department name/ })
    .first()
    .fill('Assembly line');
  await dialog().getByRole('button', { name: 'Add', exact: true }).click();
  await said('Added');
  await act('Sales', 'Move department');
  await dialog().getByRole('combobox').fill('Plant');
  await page.locator('.ant-select-item-option').filter({ hasText: 'Plant' }).first().click();
  await dialog()
    .getByText(/2 departments and \d+ people move along/)
    .waitFor();
  await picture(page, 'department-move');
  expect(await faultsOf(page)).toEqual([]);
  await dialog().getByRole('button', { name: /^Move/ }).click();
  await said(/Move department/);
  await act('Plant', 'Delete department');
  await dialog()
    .getByText(/people are in it directly and 2 departments below it/)
    .waitFor();
  await picture(page, 'department-remove');
});

test('Departments are merged by keyboard, with what goes along read first', async () => {
  const [gone, target] = [await unit('Gone Works', rootDepartmentId), await unit('Kept Works', rootDepartmentId)];
  await unit('Night shift', gone);
  await unit('Night shift', target);
  const moved = await person('Rosalind Franklin', gone);
  const { roleId } = await admin.call(sysRole.save, { name: 'Works administrators', code: 'works' });
  await admin.call(sysRole.assignDepartments, { roleId, ids: [gone] });
  await open(`?view=merge&sources=${gone}`);
  const fields = page.locator('.whk-wizard .ant-form-item');
  await fields.nth(2).waitFor();
  const choice = fields.nth(1).getByRole('combobox');
  await choice.focus();
  await page.keyboard.type('Kept');
  await page.locator('.ant-select-item-option').filter({ hasText: 'Kept Works' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Next' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.uc-uses').getByText('Works administrators').waitFor();
  await page.getByText('Night shift → Night shift (2)').waitFor();
  await picture(page, 'department-merge', true);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Next' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.whk-wizard h2').filter({ hasText: 'Review' }).waitFor();
  await page.locator('.whk-wizard').getByText('Company / Gone Works → Company / Kept Works').waitFor();
  // What goes along stands there too, read once more.
  await page.locator('.whk-wizard .uc-uses').getByText('Works administrators').waitFor();
  await picture(page, 'department-merge-review', true);
  await page.getByRole('button', { name: 'Merge 1 department', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Show the target' }).click();
  await row('Rosalind Franklin').waitFor();
  expect(page.url()).toContain(`dept=${target}`);
  expect((await admin.call(employeeGet, { id: moved })).departments).toMatchObject([{ departmentId: target }]);
});

test('What is filtered is exported, in the language of who asks', async () => {
  await open('?text=oynn');
  await row('欧阳娜娜').waitFor();
  await page.getByRole('button', { name: 'Export', exact: true }).hover();
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 30_000 }),
    (async () => {
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      await page.getByText('CSV').filter({ visible: true }).first().click();
    })(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.trim().split('\n')).toHaveLength(2);
  expect(text).toContain('欧阳娜娜');
  expect(text).toContain('Account');
});
