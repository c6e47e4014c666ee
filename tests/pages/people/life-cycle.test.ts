import { afterAll, beforeAll, expect, test } from 'vitest';
import { departmentAdd, departmentUpdate } from '../../../src/modules/people/common/department.contract.ts';
import { employeeAdd, employeeGet } from '../../../src/modules/people/common/employee.contract.ts';
import { employeeLeave, employeeTransfer, lifeList } from '../../../src/modules/people/common/life/life.contract.ts';
import { rootDepartmentId } from '../../../src/modules/people/common/root.ts';
import { sysRole } from '../../../src/modules/system/common/role.contract.ts';
import { userManagement } from '../../../src/modules/people/common/permissions.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../../browser.ts';
import { faultsOf } from '../../looked-at.ts';
import { ConsoleClient } from '../../journeys/console-client.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let sales: string;
let support: string;
let made = 0;
const address = '/muc_user_management';

const department = async (zh_CN: string, en_US: string): Promise<string> =>
  (await admin.call(departmentAdd, { name: { zh_CN, en_US }, parentId: rootDepartmentId })).id;
async function person(name: string, departmentId: string, more: Record<string, unknown> = {}): Promise<string> {
  made += 1;
  return (await admin.call(employeeAdd, { account: `life.${made}`, name, assignments: [{ departmentId, primary: true }], ...more })).id;
}
const versionOf = async (id: string): Promise<number> => (await admin.call(employeeGet, { id })).version;

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  sales = await department('销售部', 'Sales');
  support = await department('客服部', 'Support');
  const { roleId } = await admin.call(sysRole.save, { name: 'Help desk', code: 'help_desk' });
  await admin.call(sysRole.saveResources, { roleId, version: 1, codes: [userManagement.code, userManagement.button.password] });
  await admin.call(sysRole.assignDepartments, { roleId, ids: [support] });
  await person('Grace Hopper', sales, { hireDate: '2999-03-01' });
  const mover = await person('Ada Byron', sales);
  const assignments = [{ departmentId: support, primary: true }];
  await admin.call(employeeTransfer, { id: mover, version: await versionOf(mover), assignments, at: '2999-02-01', reason: 'Asked for it' });
  await admin.call(employeeLeave, { ids: [await person('Edsger Dijkstra', sales)], at: '2999-01-31' });
}, 180_000);
afterAll(() => console_.stop());

/** Somebody who leads a department and two people. */
async function leader(name: string): Promise<{ id: string; heir: string }> {
  const id = await person(name, sales);
  const heir = await person(`${name} Junior`, sales, { managerId: id });
  await person(`${name} Minor`, sales, { managerId: id });
  const own = await department(`${name}的团队 ${made}`, `Team of ${name} ${made}`);
  await admin.call(departmentUpdate, { id: own, version: 1, managerIds: [id] });
  return { id, heir };
}

for (const { language, theme, width } of looks())
  test(`Transfer, leaving with a successor, checklist, return: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { id, heir } = await leader(`Alan ${language}`);
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    const look = async (part: string): Promise<void> => {
      await picture(page, `life-${part}-${language}-${theme}-${width}`);
      expect([part, await faultsOf(page, { state: part })]).toEqual([part, []]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    };
    const next = (): Promise<void> => page.locator('.whk-save-bar .ant-btn-primary').click();
    await page.goto(`${console_.product.origin}${address}?tab=lifecycle`);
    await expect.poll(() => page.getByText('Grace Hopper').count()).toBeGreaterThan(0);
    await look('list');

    await page.goto(`${console_.product.origin}${address}?view=transfer&id=${id}`);
    await page.locator('.uc-assignments .ant-select').first().waitFor();
    await page.locator('.uc-assignments .ant-select').first().click();
    await page.locator('.uc-assignments input').first().fill('客服');
    await page
      .locator('.ant-select-tree-title, .ant-select-item-option')
      .filter({ hasText: /客服|Support/ })
      .first()
      .click();
    await next();
    await page.locator('.ul-effect dl').waitFor();
    await page.locator('.ant-form-item .ant-radio-group').first().waitFor();
    await look('effect');
    await next();
    await page.locator('.ant-form-item textarea').waitFor();
    await next();
    await page.locator('.whk-review .ul-effect dl').first().waitFor();
    await look('transfer-review');
    // The reply comes while the next page is being opened: the one that was left goes nowhere any more.
    const left = Promise.withResolvers<void>();
    const answered = page.waitForResponse('**/employee/transfer');
    await page.route('**/employee/transfer', async (route) => {
      const response = await route.fetch();
      await left.promise;
      await route.fulfill({ response });
    });
    await next();
    await expect.poll(async () => (await admin.call(employeeGet, { id })).departments[0]?.departmentId).toBe(support);

    await page.route('**/getUser', async (route) => {
      left.resolve();
      await answered;
      await route.continue();
    });
    await page.goto(`${console_.product.origin}${address}?view=leave&ids=${id}`);
    await page.locator('.ant-form-item textarea').waitFor();
    await look('who');
    await next();
    await page.locator('.ul-holdings .ant-radio-group').first().waitFor();
    await page.locator('.ant-form-item .ant-select').first().waitFor();
    await look('holdings');
    const picker = page
      .locator('.ant-form-item')
      .filter({ has: page.locator('.ant-select') })
      .first();
    await picker.locator('input').first().fill('Junior');
    await page
      .locator('.ant-select-item-option')
      .filter({ hasText: `Alan ${language} Junior` })
      .first()
      .click();
    await next();
    await page.locator('.whk-review .ul-effect').first().waitFor();
    await look('leave-review');
    await next();
    await expect.poll(async () => (await admin.call(employeeGet, { id })).status).toBe('left');
    const states = ['done' as const];
    await expect.poll(async () => (await admin.call(lifeList, { employeeId: id, kind: ['leave'], state: states })).total).toBe(1);
    expect((await admin.call(employeeGet, { id: heir })).manager).toBeNull();

    await page.goto(`${console_.product.origin}${address}?tab=lifecycle&lifestate=done&lifekind=leave&lifetext=Alan`);
    await page.locator('.whk-open').first().waitFor();
    await page
      .locator('.whk-open')
      .filter({ hasText: `Alan ${language}` })
      .first()
      .click();
    await page.locator('.ant-drawer .ul-steps').first().waitFor();
    await look('checklist');

    await page.goto(`${console_.product.origin}${address}?emp=${id}`);
    await page.locator('.ant-drawer .whk-facts').first().waitFor();
    await page.locator('.ant-drawer .whk-more').first().click();
    await page
      .locator('.whk-actions button')
      .filter({ hasText: /重新入职|Rehire|再入社/ })
      .click();
    await page.locator('.ant-modal .ant-form-item textarea').waitFor();
    await look('rehire');
    await page.locator('.ant-modal .ant-btn-primary').last().click();
    await expect.poll(async () => (await admin.call(employeeGet, { id })).status).toBe('active');
    expect(complaints).toEqual([]);
    await context.close();
  });

test('What is planned is cancelled in its row', async () => {
  const { page, context, complaints } = await openSignedIn(console_);
  await page.goto(`${console_.product.origin}${address}?tab=lifecycle`);
  const row = page.locator('tr').filter({ hasText: 'Edsger Dijkstra' });
  await row.locator('.whk-more').click();
  await page.locator('.whk-actions button').filter({ hasText: 'Cancel leaving' }).click();
  await page.locator('.ant-modal .ant-btn-primary, .ant-modal .ant-btn-dangerous').last().click();
  await expect.poll(() => row.count()).toBe(0);
  const { list } = await admin.call(lifeList, { state: ['cancelled'] });
  expect(list.map(({ name }) => name)).toEqual(['Edsger Dijkstra']);
  expect(complaints).toEqual([]);
  await context.close();
});
