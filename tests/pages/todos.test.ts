import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { employeeAdd } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { answerGet } from '../../src/modules/todo-forms/common/item/answer.contract.ts';
import { itemGet, itemList } from '../../src/modules/todo-forms/common/item/item.contract.ts';
import { managerList } from '../../src/modules/todo-forms/common/item/manager.contract.ts';
import { todoSettingGet } from '../../src/modules/todo-forms/common/item/setting.contract.ts';
import { pushItems } from '../../src/modules/todo-forms/server/item/push/add.ts';
import { todoSystem } from '../../src/modules/todo-forms/server/item/system.ts';
import { makeTodos, type MadeTodos } from '../../src/modules/todo-forms/testing/item/made.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { faultsOf } from '../looked-at.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let made: MadeTodos;
const people = new Map<string, string>();

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  for (const one of ['Ada', 'Ben']) {
    const draft = { account: one, name: one, assignments: [{ departmentId: rootDepartmentId, primary: true }] };
    people.set(one, (await admin.call(employeeAdd, draft)).id);
  }
  const { services } = console_.product;
  made = await makeTodos(services, { departmentId: rootDepartmentId, employeeId: people.get('Ada')!, others: [people.get('Ben')!] });
  const system = (await todoSystem(services.database.db, made.systemId))!;
  const items = ['Lin', 'Wu', 'Sato'].map((applicant, at) => ({
    outId: `bill-${at}`,
    template: 'expense',
    data: { applicant, amount: 120 + at },
    people: [people.get('Ben')!],
    dueAt: services.now() + (at - 1) * 86_400_000,
    priority: at,
  }));
  await pushItems(services, { system, reach: () => sql<boolean>`true`, items, tried: false });
}, 180_000);
afterAll(() => console_.stop());

const manager = '/mms_general_form/manager';
const rows = '.whk-table tbody tr, .whk-cards li';
const places = () =>
  [
    ['items', manager, rows],
    ['item', `${manager}?id=${made.itemId}`, '.whk-facts'],
    ['form', `${manager}?id=${made.itemId}&show=form`, '.tdf-form'],
    ['answers', `${manager}?tab=answer`, rows],
    ['answer', `${manager}?tab=answer&id=${made.answerId}`, '.whk-facts'],
    ['people', `${manager}?tab=person`, rows],
    ['comparisons', `${manager}?tab=difference`, rows],
    ['comparison', `${manager}?tab=difference&id=${made.differenceId}`, '.tdi-line'],
    ['settings', `${manager}?tab=setting`, 'form'],
  ] as const;

for (const { language, theme, width } of looks())
  test(`To-dos: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const [part, address, shown] of places()) {
      await page.goto(`${console_.product.origin}${address}`);
      await page.locator(shown).filter({ visible: true }).first().waitFor();
      await picture(page, `todos-${part}-${language}-${theme}-${width}`, true);
      expect([part, await faultsOf(page, { state: part })]).toEqual([part, []]);
      expect([part, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([part, width]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

test('A to-do is found, reminded of, handed over and finished; a failed answer is closed by hand; a manager is added; settings are saved', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(`${console_.product.origin}${manager}`);
  const list = page.locator('.whk-table tbody');
  await list.getByText('Expenses of Wu').waitFor();
  const [wu] = (await admin.call(itemList, { text: 'Wu' })).list;
  const [lin] = (await admin.call(itemList, { text: 'Lin' })).list;
  await list.getByRole('checkbox', { name: /Wu/ }).check();
  await page.getByRole('button', { name: 'Remind', exact: true }).filter({ visible: true }).first().click();
  await expect
    .poll(
      async () =>
        (
          await sql`select from todo_item where id = ${wu!.id}::uuid and jsonb_array_length(reminders) = 1`.execute(
            console_.product.database.db,
          )
        ).rows.length,
    )
    .toBe(1);
  await page.goto(`${console_.product.origin}${manager}?text=Lin`);
  await list.getByRole('checkbox', { name: /Lin/ }).check();
  await page.getByRole('button', { name: 'Finish', exact: true }).filter({ visible: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Paid already');
  await dialog.getByRole('button', { name: 'Finish', exact: true }).click();
  await expect.poll(async () => (await admin.call(itemGet, { id: lin!.id })).state).toBe('done');

  await page.goto(`${console_.product.origin}${manager}?tab=answer`);
  await list.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Close answers by hand', exact: true }).filter({ visible: true }).first().click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Booked by phone');
  await dialog.getByRole('button', { name: 'Close answers by hand', exact: true }).click();
  await expect.poll(async () => (await admin.call(answerGet, { id: made.answerId })).state).toBe('closedByHand');

  await page.goto(`${console_.product.origin}${manager}?tab=person`);
  await page.getByRole('button', { name: 'Add managers', exact: true }).click();
  await dialog.getByRole('combobox', { name: 'System' }).click();
  await page.getByTitle('System made-1').filter({ visible: true }).first().click();
  await dialog.getByRole('combobox', { name: 'People' }).fill('Ben');
  await page
    .getByRole('option', { name: /Ben/ })
    .or(page.locator('.ant-select-item-option').filter({ hasText: 'Ben' }))
    .filter({ visible: true })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Add managers', exact: true }).click();
  await expect.poll(async () => (await admin.call(managerList, {})).list.map(({ name }) => name).toSorted()).toEqual(['Ada', 'Ben']);

  await page.goto(`${console_.product.origin}${manager}?tab=setting`);
  await page.getByRole('spinbutton', { name: 'Reminders by hand, an item and day' }).fill('2');
  await page
    .getByRole('button', { name: 'Save settings', exact: true })
    .or(page.getByRole('button', { name: 'Save', exact: true }))
    .filter({ visible: true })
    .first()
    .click();
  await expect.poll(async () => (await admin.call(todoSettingGet, {})).handReminders).toBe(2);
  expect(complaints).toEqual([]);
  await context.close();
});
