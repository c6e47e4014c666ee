import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CrowdConditions } from '../../../src/modules/crowds/common/crowd-conditions.ts';
import { crowdMembers } from '../../../src/modules/crowds/common/crowd-people.contract.ts';
import { crowdAdd, crowdGet, crowdList } from '../../../src/modules/crowds/common/crowd.contract.ts';
import { departmentAdd } from '../../../src/modules/people/common/department.contract.ts';
import { employeeBatchUpdate } from '../../../src/modules/people/common/employee-bulk.contract.ts';
import { employeeAdd, employeeGet, employeeUpdate } from '../../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../../src/modules/people/common/root.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../../browser.ts';
import { faultsOf } from '../../looked-at.ts';
import { ConsoleClient } from '../../journeys/console-client.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let sales: string;
let ada: string;
let newcomers: string;
let sellers: string;

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  sales = (await admin.call(departmentAdd, { name: { zh_CN: '销售部', en_US: 'Sales', ja_JP: '営業部' }, parentId: rootDepartmentId })).id;
  ada = await person('Ada Byron', 'Seller', 5);
  await person('Grace Hopper', 'Head of sales', 400);
  await person('欧阳娜娜', 'Seller', 12);
  sellers = await crowd('Sellers', 'sellers', all(clause('title', 'contains', 'Seller')));
  newcomers = await crowd(
    'Newcomers',
    'newcomers',
    all(clause('department', 'isUnder', [sales]), {
      match: 'any',
      of: [
        clause('hireDate', 'lastDays', 30),
        clause('inCrowd', 'is', [sellers]),
        { match: 'not', of: [clause('employmentType', 'in', ['regular'])] },
      ],
    }),
  );
  await admin.call(crowdAdd, { kind: 'fixed', name: { zh_CN: 'Board' }, code: 'board', ownerDeptId: rootDepartmentId, includes: [ada] });
  const pilots = await crowd('Pilots', 'pilots', all(clause('title', 'is', 'Pilot')), { percent: 1, floor: 1 });
  // One change of three: one at a time, the first would join before the brake sees the others.
  const ids: string[] = [];
  for (const name of ['Amelia Earhart', 'Bessie Coleman', 'Raymonde de Laroche']) ids.push(await person(name, 'Learner', 900));
  await admin.call(employeeBatchUpdate, { ids, set: { title: 'Pilot' }, expected: 3 });
  // The members follow the change feed.
  for (let looked = 0; looked < 60 && (await admin.call(crowdGet, { id: pilots })).state !== 'held'; looked += 1) await sleep(500);
}, 180_000);
afterAll(() => console_.stop());

const all = (...of: CrowdConditions['of']): CrowdConditions => ({ match: 'all', of });
const clause = (field: string, op: string, value: unknown) => ({ field, op, value }) as CrowdConditions['of'][number];
const crowd = async (name: string, code: string, conditions: CrowdConditions, churnLimit = { percent: 30, floor: 50 }): Promise<string> =>
  (await admin.call(crowdAdd, { name: { zh_CN: name }, code, ownerDeptId: rootDepartmentId, conditions, churnLimit })).id;

let made = 0;
async function person(name: string, title: string, daysAgo: number): Promise<string> {
  const hireDate = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const account = `person.${(made += 1)}`;
  return (await admin.call(employeeAdd, { account, name, title, hireDate, assignments: [{ departmentId: sales, primary: true }] })).id;
}

const address = (query: string): string => `${console_.product.origin}/muc_dynamic_group${query}`;

for (const { language, theme, width } of looks())
  test(`Crowds: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    const look = async (part: string, query: string, shown: string): Promise<void> => {
      await page.goto(address(query));
      await page.locator(shown).first().waitFor();
      await picture(page, `crowd-${part}-${language}-${theme}-${width}`, true);
      expect([part, await faultsOf(page, { state: part })]).toEqual([part, []]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    };
    await look('list', '', '.whk-open');
    const one = `?view=detail&id=${newcomers}`;
    await look('members', one, '.whk-panel .whk-open');
    await look('events', `${one}&tab=events`, '.cr-slice-foot');
    await look('sizes', `${one}&tab=sizes`, '.cr-sizes polyline');
    await look('why', `${one}&tab=why&person=${ada}`, '.cr-answer');
    await look('used-by', `?view=detail&id=${sellers}&tab=usedBy`, '.cr-used li');
    await look('history', `${one}&tab=history`, '.whk-history li');
    await look('edit', `?view=edit&id=${newcomers}`, '.cr-count');
    await look('add', '?view=add', '.cr-clause');
    expect(complaints).toEqual([]);
    await context.close();
  });

/** Chooses in a list by typing, as the keyboard does. */
async function choose(page: Page, name: string | RegExp, text: string): Promise<void> {
  await page.getByRole('combobox', { name }).click();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

test('A rule is built by keyboard, what is missing stands at its clause, and the preview is what is then stored', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(address(''));
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.locator('.cr-clause').waitFor();
  await page.locator('.whk-local input').first().fill('Young sellers');
  await page.getByLabel('Code', { exact: true }).fill('young-sellers');
  await choose(page, 'Field: Condition 1', 'Title');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const first = page.locator('.cr-clause').first();
  await first.getByText('Enter a value').waitFor();
  await first.getByRole('textbox').fill('Seller');
  const preview = page.locator('.cr-preview');
  await choose(page, 'Comparison: Condition 1', 'contains');
  await expect.poll(() => preview.locator('.cr-count').innerText()).toMatch(/^2 people/);
  // A group after it, into which the first clause then moves, all with the keyboard.
  await page.getByRole('button', { name: 'Add a group' }).press('Enter');
  await choose(page, 'Field: Condition 2', 'Name');
  await page.getByRole('textbox', { name: 'Value: Condition 2' }).fill('Ada Byron');
  await expect.poll(() => preview.locator('.cr-count').innerText()).toMatch(/^1 person/);
  await page.getByRole('button', { name: 'Move down: Condition 1' }).press('Enter');
  await expect.poll(() => page.locator('.cr-group .cr-group .cr-clause').count()).toBe(2);
  await expect.poll(() => preview.locator('.cr-count').innerText()).toMatch(/^2 people/);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Move down: Condition 1');
  await picture(page, 'crowd-built');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.waitForURL('**view=detail**');
  const [stored] = (await admin.call(crowdList, { name: 'young-sellers' })).list;
  expect(await admin.call(crowdGet, { id: stored!.id })).toMatchObject({
    memberCount: 2,
    conditions: { match: 'all', of: [{ match: 'any', of: [clause('title', 'contains', 'Seller'), clause('name', 'is', 'Ada Byron')] }] },
  });
  await page.locator('.whk-panel').getByText('Ada Byron').waitFor();
  // What only the server can tell is wrong stands at its clause too.
  await page.goto(address(`?view=edit&id=${stored!.id}`));
  await choose(page, 'Field: Condition 2', 'Hired on');
  await choose(page, 'Comparison: Condition 2', 'is between');
  for (const [end, day] of Object.entries({ from: '2026-05-02', to: '2026-05-01' })) {
    await page.getByRole('textbox', { name: `Value: Condition 2, ${end}` }).fill(day);
    await page.keyboard.press('Enter');
  }
  await page.locator('.cr-clause').nth(1).getByText('The first day is after the last').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('A change of a crowd in use is asked again when it would do something else than the preview showed', async () => {
  const { page, context } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(address(`?view=edit&id=${sellers}`));
  const value = page.getByRole('textbox', { name: 'Value: Condition 1' });
  await value.fill('Head');
  const part = (what: string): Locator => page.locator(`.cr-some[data-what=${what}] h3`);
  await expect.poll(() => part('joined').innerText()).toBe('Would join: 1');
  await expect.poll(() => part('left').innerText()).toBe('Would leave: 2');
  const { version } = await admin.call(employeeGet, { id: ada });
  await admin.call(employeeUpdate, { id: ada, version, title: 'Head of nothing' });
  await expect.poll(async () => (await admin.call(crowdMembers, { crowdId: sellers })).list.length).toBe(1);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'The effect is not that of the preview' });
  await question.getByText('adds 2 and removes 1 members').waitFor();
  await picture(page, 'crowd-effect');
  expect(await faultsOf(page)).toEqual([]);
  await question.getByRole('button', { name: 'Save with these numbers' }).click();
  await page.waitForURL('**view=detail**');
  await expect
    .poll(async () => (await admin.call(crowdMembers, { crowdId: sellers })).list.map(({ name }) => name))
    .toEqual(['Ada Byron', 'Grace Hopper']);
  await context.close();
});

test('A held change is released with a reason, and a fixed crowd is a list of people', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(address('?name=pilots'));
  await page.getByRole('button', { name: 'Actions for Pilots' }).click();
  await page.getByRole('button', { name: 'Release', exact: true }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'Release the change of' });
  await dialog.getByText('3 would join, 0 would leave').waitFor();
  await dialog.getByLabel('Reason', { exact: true }).fill('They were hired on Monday');
  await picture(page, 'crowd-release');
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Release', exact: true }).click();
  await expect.poll(() => page.locator('.whk-table tbody tr').first().innerText()).toContain('Up to date');
  expect((await admin.call(crowdList, { name: 'pilots' })).list[0]).toMatchObject({ state: 'on', memberCount: 3 });
  await page.goto(address('?name=board'));
  await page.getByRole('button', { name: 'Actions for Board' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const people = page.locator('.cr-people');
  await people.getByText('Ada Byron').waitFor();
  await people.getByRole('combobox').fill('Hopper');
  await page.locator('.ant-select-item-option').filter({ hasText: 'Grace Hopper' }).click();
  await people.getByRole('button', { name: 'Take out Ada Byron' }).click();
  await expect.poll(() => page.locator('.cr-some[data-what=joined] li').allInnerTexts()).toEqual([expect.stringContaining('Grace Hopper')]);
  await expect.poll(() => people.getByRole('combobox').inputValue()).toBe('');
  await picture(page, 'crowd-fixed');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL('**view=detail**');
  await page.locator('.whk-panel').getByText('Grace Hopper').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
