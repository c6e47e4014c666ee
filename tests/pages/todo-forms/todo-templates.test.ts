import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rootDepartmentId } from '../../../src/modules/people/common/root.ts';
import { todoSystem } from '../../../src/modules/todo-forms/common/template/system.contract.ts';
import { templatePublish, templateVersions, todoTemplate } from '../../../src/modules/todo-forms/common/template/template.contract.ts';
import { evaluated } from '../../../src/modules/todo-forms/testing/form/vectors.ts';
import { approvalForm } from '../../../src/modules/todo-forms/testing/item/make-system.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../../browser.ts';
import { ConsoleClient } from '../../journeys/console-client.ts';
import { faultsOf } from '../../looked-at.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let [systemId, templateId] = ['', ''];
const at = (path: string): string => `${console_.product.origin}${path}`;

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const name = { zh_CN: '财务系统', en_US: 'Finance', ja_JP: '財務システム' };
  systemId = (await admin.call(todoSystem.add, { name, code: 'finance', ownerDeptId: rootDepartmentId })).id;
  const named = { zh_CN: '报销审批', en_US: 'Expense approval', ja_JP: '経費の承認' };
  templateId = (await admin.call(todoTemplate.add, { systemId, name: named, code: 'expense' })).id;
  await admin.call(todoTemplate.update, { id: templateId, version: 1, draft: approvalForm });
  await admin.call(templatePublish, { id: templateId, version: 2, note: 'First' });
}, 180_000);
afterAll(() => console_?.stop());

for (const { language, theme, width } of looks())
  test(`Systems, templates and the designer: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const [part, address, shown] of [
      ['systems', '/mms_general_form', '.whk-open'],
      ['templates', '/mms_general_form/form_template_config', '.whk-open'],
      ['designer', `/mms_general_form/template_edit?id=${templateId}`, '.tdd-paper'],
      ['version', `/mms_general_form/template_edit?id=${templateId}&version=1`, '.tdd-paper'],
    ] as const) {
      await page.goto(at(address));
      await page.locator(shown).filter({ visible: true }).first().waitFor();
      await picture(page, `todo-${part}-${language}-${theme}-${width}`, true);
      expect([part, await faultsOf(page, { state: part })]).toEqual([part, []]);
      expect([part, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([part, width]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

test('A template is made, designed by keyboard and mouse, checked, published, and its versions are compared', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(at('/mms_general_form/form_template_config?add='));
  const form = page.locator('.whk-drawer .whk-form');
  await form.getByRole('combobox', { name: 'Business system' }).click();
  await page.locator('.ant-select-dropdown').filter({ visible: true }).getByText('Finance').first().click();
  await form.getByLabel(/^Name/).first().fill('Leave');
  await form.getByLabel('Code', { exact: true }).fill('leave');
  await page.locator('.whk-form-foot .ant-btn-primary').click();
  const leave = async () => (await admin.call(todoTemplate.list, { text: 'leave' })).list[0];
  await expect.poll(async () => (await leave())?.code).toBe('leave');
  const id = (await leave())!.id;
  await page.goto(at(`/mms_general_form/template_edit?id=${id}`));
  const palette = page.getByRole('region', { name: 'Fields' });
  const outline = page.getByRole('region', { name: 'Layout' });
  // By keyboard: a field, its label, another field, back and forth.
  await palette.getByRole('button', { name: 'Date', exact: true }).focus();
  await page.keyboard.press('Enter');
  await outline.getByRole('button', { name: 'date1', exact: true }).waitFor();
  await page.getByLabel('Label: English').fill('First day');
  await palette.getByRole('button', { name: 'Formula', exact: true }).click();
  await page.getByLabel('Formula', { exact: true }).fill('date1 +');
  await page.getByText('mistake in the formula').waitFor();
  await page.getByLabel('Formula', { exact: true }).fill('dateDiff(date1, today())');
  await page.getByText('mistake in the formula').waitFor({ state: 'detached' });
  await palette.getByRole('button', { name: 'Table', exact: true }).click();
  await outline.getByRole('button', { name: 'table1', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await outline.getByRole('button', { name: 'table1', exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Redo' }).click();
  await outline.getByRole('button', { name: 'table1', exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByText('rule1', { exact: true }).click();
  await page.getByRole('button', { name: 'Add condition' }).click();
  expect(await faultsOf(page, { state: 'rules' })).toEqual([]);
  await picture(page, 'todo-designer-rules', true);
  await page.getByRole('tab', { name: 'Stages' }).click();
  await page.getByRole('button', { name: 'Add stage' }).click();
  await page.getByRole('tab', { name: 'Actions' }).click();
  await page.getByRole('button', { name: 'Add action' }).click();
  // The condition of the rule names the field that the rule shows: the circle is a problem, and a click leads to it.
  await page.getByRole('button', { name: /The rules form a circle/ }).click();
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByRole('button', { name: 'Remove rule rule1' }).click();
  await page.getByRole('tab', { name: 'Data', exact: true }).click();
  await page.getByRole('button', { name: /Add those of fields/ }).click();
  expect(await faultsOf(page, { state: 'data' })).toEqual([]);
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'First publication' });
  await dialog.getByLabel('Note').fill('Begins');
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'todo-publish');
  await dialog.getByRole('button', { name: 'Publish now' }).click();
  await expect.poll(async () => (await leave())?.published).toBe(1);
  expect((await admin.call(templateVersions, { id })).list).toMatchObject([{ number: 1, note: 'Begins', fields: 3, actions: 1 }]);
  // Versions, and what differs between one and the draft.
  const { version } = (await leave())!;
  await admin.call(todoTemplate.update, { id, version, draft: approvalForm });
  await page.goto(at('/mms_general_form/form_template_config?text=leave'));
  await page.getByRole('button', { name: 'Actions for Leave' }).click();
  await page
    .getByRole('button', { name: 'Versions', exact: true })
    .or(page.getByRole('menuitem', { name: 'Versions', exact: true }))
    .first()
    .click();
  const versions = page.getByRole('dialog').filter({ hasText: 'Versions of' });
  await versions.getByText('Field date1 is removed').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'todo-versions');
  expect(complaints).toEqual([]);
  await context.close();
});

test('Two who edit a draft at once: their changes are put together, and both are told', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(at(`/mms_general_form/template_edit?id=${templateId}`));
  await page.getByRole('region', { name: 'Fields' }).getByRole('button', { name: 'Phone', exact: true }).click();
  const before = await admin.call(todoTemplate.get, { id: templateId });
  const theirs = { ...approvalForm, list: { summary: [{ zh_CN: '别人的' }] } };
  await admin.call(todoTemplate.update, { id: templateId, version: before.version, draft: theirs });
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Somebody else changed the draft too').waitFor();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect
    .poll(async () => (await admin.call(todoTemplate.get, { id: templateId })).content)
    .toMatchObject({ list: theirs.list, fields: [{}, {}, {}, {}, { code: 'phone1' }] });
  expect(complaints).toEqual([]);
  await context.close();
});

test('A system is tried: the push of a sample as cURL, with the form as a phone shows it', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(at('/mms_general_form/subsystem_config'));
  await page.getByRole('button', { name: 'Actions for Finance' }).click();
  await page
    .getByRole('button', { name: 'Test', exact: true })
    .or(page.getByRole('menuitem', { name: 'Test', exact: true }))
    .first()
    .click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'Test “Finance”' });
  await dialog.getByLabel('What to test').click();
  await page.locator('.ant-select-dropdown').filter({ visible: true }).getByText('Push a sample to-do').click();
  await dialog.getByLabel('Form template').click();
  await page.locator('.ant-select-dropdown').filter({ visible: true }).getByText('Expense approval').click();
  await dialog.getByLabel('Data (JSON)').fill('{"applicant":"Ann","amount":12.5}');
  await dialog.getByRole('button', { name: 'Run test' }).click();
  await dialog.getByText('The data fit the template').waitFor();
  await dialog.getByText('/gateway/sys/todo/add').waitFor();
  await dialog.getByRole('region', { name: 'On a phone' }).getByText('Ann').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'todo-test');
  expect(complaints).toEqual([]);
  await context.close();
});

test('Rules of 500 vectors come out the same in the browser as on the server', async () => {
  const input = fileURLToPath(new URL('../../../src/modules/todo-forms/testing/form/vectors.ts', import.meta.url));
  const bundle = await rolldown({ input, logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'iife', name: 'vectorsOf' });
  await bundle.close();
  const { page, context } = await openSignedIn(console_, { language: 'en_US' });
  const said = await page.evaluate(`(() => { ${output[0].code}; return vectorsOf.evaluated(500); })()`);
  expect(said).toEqual(evaluated(500));
  await context.close();
});
