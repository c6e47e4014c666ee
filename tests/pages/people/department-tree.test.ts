import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { applyPlan, getPlan } from '../../../src/kit/common/change/plan.contract.ts';
import { openSignedIn, openTestConsole, picture, type TestConsole } from '../../browser.ts';
import { faultsOf } from '../../looked-at.ts';
import { ConsoleClient } from '../../journeys/console-client.ts';
import { peopleSheet } from '../../journeys/people-sheet.ts';

let console_: TestConsole;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  console_ = await openTestConsole();
  const admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const planId = await admin.planOf(await admin.upload('people.xlsx', await peopleSheet(400, 40)));
  const { counts } = await admin.call(getPlan, { id: planId });
  await admin.jobEnd((await admin.call(applyPlan, { id: planId, expected: counts })).jobId);
  ({ page, complaints } = await openSignedIn(console_));
  await page.goto(`${console_.product.origin}/muc_user_management`);
}, 120_000);
afterAll(() => console_.stop());

const tree = () => page.getByRole('tree', { name: 'Departments' });
const lines = (level: number) => tree().locator(`[role=treeitem][aria-level="${level}"] .whk-tree-name`);
const active = () => tree().locator('[data-active=true] .whk-tree-name').innerText();

test('The top stands open; arrows walk through the tree, Enter chooses', async () => {
  await lines(2).first().waitFor();
  const names = await lines(2).allInnerTexts();
  await tree().focus();
  await page.keyboard.press('ArrowDown');
  expect(await active()).toBe(names[0]);
  expect(await tree().getAttribute('aria-activedescendant')).toBe(await tree().locator('[data-active=true]').getAttribute('id'));
  await page.keyboard.press('ArrowRight');
  await lines(3).first().waitFor();
  await page.keyboard.press('ArrowRight');
  expect(await active()).toBe((await lines(3).allInnerTexts())[0]);
  await page.keyboard.press('Enter');
  expect(await tree().locator('[aria-selected=true] .whk-tree-name').innerText()).toBe(await active());
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => lines(3).count()).toBe(0);
  await picture(page, 'tree');
  expect(await faultsOf(page)).toEqual([]);
});

test('Alt and an arrow moves a department past its neighbour, for everybody', async () => {
  const before = await lines(2).allInnerTexts();
  await tree().focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  const wished = [before[1], before[0], ...before.slice(2)];
  await expect.poll(() => lines(2).allInnerTexts()).toEqual(wished);
  expect(await active()).toBe(before[0]);
  await page.reload();
  await lines(2).first().waitFor();
  expect(await lines(2).allInnerTexts()).toEqual(wished);
});

test('Dragging onto a department asks first, and moves', async () => {
  const [first = '', second = ''] = await lines(2).allInnerTexts();
  await lines(2).nth(1).dragTo(lines(2).nth(0));
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  expect(await dialog.innerText()).toContain(second);
  await picture(page, 'tree-drop');
  await dialog.locator('.ant-btn-primary').click();
  await expect.poll(() => lines(3).allInnerTexts()).toContain(second);
  expect(await lines(2).allInnerTexts()).toContain(first);
});

test('A search leads to its hit', async () => {
  await page.locator('.uc-tree input').fill('财务');
  await page.locator('.whk-hits button').first().waitFor();
  await picture(page, 'tree-hits');
  expect(await faultsOf(page)).toEqual([]);
  await page.locator('.whk-hits button').first().click();
  await expect.poll(() => tree().locator('[aria-selected=true] .whk-tree-name').allInnerTexts()).toEqual(['财务部']);
});

test('The form picks a department by typing and in the tree, and a person by name', async () => {
  await page.locator('.whk-header-actions .ant-btn-primary').click();
  const form = page.locator('.whk-form');
  await form.waitFor();
  await form.getByRole('combobox', { name: 'Department 1' }).fill('采购');
  await page.locator('.ant-select-item-option', { hasText: '采购部' }).first().waitFor();
  await picture(page, 'pick-department');
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Enter');
  expect(await form.locator('.uc-assignments .ant-select').first().innerText()).toContain('采购部');
  await form.getByRole('button', { name: 'Department tree' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Choose a department' });
  await dialog.getByRole('treeitem', { selected: true }).waitFor();
  expect(await dialog.getByRole('treeitem', { selected: true }).innerText()).toContain('采购部');
  await picture(page, 'pick-tree');
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('treeitem').nth(1).click();
  await dialog.waitFor({ state: 'hidden' });
  const manager = page.getByRole('combobox', { name: 'Manager', exact: true });
  await manager.fill('u0000007');
  await page.locator('.ant-select-item-option', { hasText: 'u0000007' }).waitFor();
  await page.keyboard.press('Enter');
  await picture(page, 'pick-person');
  expect(await form.locator('.ant-select', { has: manager }).innerText()).not.toContain('Type a name');
  await manager.fill('no such person');
  await page.getByText('Nothing found').waitFor();
  expect(complaints).toEqual([]);
});
