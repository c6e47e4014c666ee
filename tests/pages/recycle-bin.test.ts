import { afterAll, beforeAll, expect, test } from 'vitest';
import { departmentAdd, departmentGet, departmentRemove } from '../../src/modules/people/common/department.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { faultsOf } from '../looked-at.ts';
import { ConsoleClient } from '../journeys/console-client.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let id = '';
let child = '';
const department = async (name: string, parentId = rootDepartmentId): Promise<string> =>
  (await admin.call(departmentAdd, { parentId, name: { zh_CN: name } })).id;

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  id = await department('华南分公司');
  await admin.call(departmentRemove, { ids: [id] });
  await admin.call(departmentRemove, { ids: [await department('旧项目组')] });
  const parent = await department('旧事业部');
  child = await department('旧事业部一组', parent);
  for (const gone of [child, parent]) await admin.call(departmentRemove, { ids: [gone] });
  // Its name is taken meanwhile.
  await department('华南分公司');
}, 120_000);
afterAll(() => console_.stop());

for (const { language, theme, width } of looks())
  test(`Recycle bin: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    await page.goto(`${console_.product.origin}/sys_recycle_bin`);
    await page.getByText('旧项目组').first().waitFor();
    await picture(page, `recycle-${language}-${theme}-${width}`);
    expect(await faultsOf(page)).toEqual([]);
    await page.getByText('旧项目组').first().click();
    await page.locator('.ant-drawer .whk-diffs').waitFor();
    await picture(page, `recycle-one-${language}-${theme}-${width}`);
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

test('In the place of a parent that is gone another one is chosen', async () => {
  const { page, context, complaints } = await openSignedIn(console_);
  await page.goto(`${console_.product.origin}/sys_recycle_bin`);
  await page
    .getByRole('row', { name: /旧事业部一组/ })
    .getByRole('checkbox')
    .check();
  await page.locator('.whk-bulk').getByRole('button', { name: 'Restore' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore' });
  const picker = dialog.getByRole('combobox', { name: /Instead of Department .旧事业部/ });
  await picker.click();
  await picker.fill('华南');
  await page
    .getByTitle(/华南分公司/)
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Restore 1' }).waitFor();
  await picture(page, 'recycle-instead');
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Restore 1' }).click();
  await expect.poll(async () => (await admin.ask(departmentGet, { id: child })).code).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test('A name that is taken gets a number by choice', async () => {
  const { page, context, complaints } = await openSignedIn(console_);
  await page.goto(`${console_.product.origin}/sys_recycle_bin`);
  await page
    .getByRole('row', { name: /华南分公司/ })
    .getByRole('checkbox')
    .check();
  await page.locator('.whk-bulk').getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('radio', { name: 'Put a number behind it' }).click();
  await page.getByRole('button', { name: 'Restore 1' }).waitFor();
  await picture(page, 'recycle-restore');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Restore 1' }).click();
  await expect.poll(async () => (await admin.ask(departmentGet, { id })).code).toBe(0);
  expect((await admin.call(departmentGet, { id })).name.zh_CN).toBe('华南分公司-2');
  expect(complaints).toEqual([]);
  await context.close();
});
