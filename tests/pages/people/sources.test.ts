import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crowdAdd } from '../../../src/modules/crowds/common/crowd.contract.ts';
import { departmentAdd } from '../../../src/modules/people/common/department.contract.ts';
import { employeeList } from '../../../src/modules/people/common/employee.contract.ts';
import { extraAdd } from '../../../src/modules/people/common/extra/extra.contract.ts';
import { rootDepartmentId } from '../../../src/modules/people/common/root.ts';
import { sourceRunApply, sourceRunGet, sourceSync } from '../../../src/modules/people-sources/common/source-run.contract.ts';
import { sourceUpload } from '../../../src/modules/people-sources/common/source-try.contract.ts';
import {
  sourceAdd,
  sourceDisable,
  sourceEnable,
  sourceGet,
  sourceList,
  sourceUpdate,
} from '../../../src/modules/people-sources/common/source.contract.ts';
import { jsonServer, type JsonServer } from '../../../src/modules/people-sources/server/connector/testing/json-server.ts';
import { vendorCompany, wecomAnswers } from '../../../src/modules/people-sources/server/connector/testing/vendors.ts';
import { wecomEvent } from '../../../src/modules/people-sources/server/hook/testing/senders.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../../browser.ts';
import { faultsOf } from '../../looked-at.ts';
import { ConsoleClient } from '../../journeys/console-client.ts';

let console_: TestConsole;
let vendor: JsonServer;
let admin: ConsoleClient;
let works: string;
let first: string;
let second: string;

const attribute = (target: string, name: string) => ({ target: target as 'account', from: { kind: 'attribute' as const, name } });
const mapping = [
  attribute('externalId', 'id'),
  attribute('account', 'login'),
  attribute('name', 'name'),
  attribute('departmentPath', 'team'),
  { ...attribute('title', 'team'), transforms: [{ do: 'split' as const, by: '/' }, { do: 'last' as const }], own: 'ifEmpty' as const },
  { ...attribute('extra.shift', 'team'), whenMissing: 'clear' as const },
];
/** Filters with and without values, and one of each kind. */
const filter = [
  { attribute: 'login', op: 'isNot' as const, values: ['root', 'guest'] },
  { attribute: 'team', op: 'startsWith' as const, values: ['Works/'] },
  { attribute: 'name', op: 'notEmpty' as const, values: [] },
];
const people = (names: readonly string[]): string =>
  `id,name,login,team\n${names.map((name, at) => `${at + 1},${name},${name.toLowerCase()},Works/Team ${at % 2}\n`).join('')}`;

beforeAll(async () => {
  vendor = await jsonServer(wecomAnswers(vendorCompany()));
  console_ = await openTestConsole({ ALLOWED_NETWORKS: `127.0.0.1:${vendor.port}` });
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const root = (await admin.call(departmentAdd, { name: { zh_CN: '工厂', en_US: 'Works', ja_JP: '工場' }, parentId: rootDepartmentId })).id;
  const shift = { zh_CN: '班组', en_US: 'Shift', ja_JP: '班' };
  await admin.call(extraAdd, { target: 'employee', code: 'shift', name: shift, filterable: true });
  const all = { match: 'all' as const, of: [{ field: 'title', op: 'startsWith' as const, value: ['Team'] }] };
  await admin.call(crowdAdd, {
    name: { zh_CN: '班组的人', en_US: 'Teams', ja_JP: '班の人' },
    code: 'teams',
    ownerDeptId: rootDepartmentId,
    conditions: all,
  });
  const scope = { include: [], exclude: ['Works/Nobody'], filter };
  const draft = { kind: 'file' as const, name: 'HR 人事', code: 'hr', rootDepartmentId: root, config: {}, mapping, scope };
  works = (await admin.call(sourceAdd, draft)).id;
  first = await run(['Ada', 'Grace', 'Katherine', 'Mary']);
  const { counts } = await admin.call(sourceRunGet, { runId: first });
  const total = Object.entries(counts).reduce((sum, [action, n]) => sum + (['add', 'link'].includes(action) ? n : 0), 0);
  const { jobId } = await admin.call(sourceRunApply, { runId: first, expected: { loseSignIn: 0, total } });
  await admin.jobEnd(jobId);
  // Two rows of one id, and one without an account.
  second = await run(['Ada', 'Grace Hopper', 'Katherine', 'Mary', 'Ada', '']);
}, 180_000);
afterAll(async () => {
  await console_.stop();
  await vendor.close();
});

/** Reads these people into a plan; answers the run. */
async function run(names: readonly string[], id = works): Promise<string> {
  const fileId = await admin.upload('people.csv', Buffer.from(people(names)));
  await admin.call(sourceUpload, { id, fileId });
  const { runId, jobId } = await admin.call(sourceSync, { id });
  await admin.jobEnd(jobId);
  return runId;
}

const address = (query: string): string => `${console_.product.origin}/muc_source${query}`;

for (const { language, theme, width } of looks())
  test(`Sources: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    const look = async (part: string, query: string | undefined, shown: string): Promise<void> => {
      if (query !== undefined) await page.goto(address(query));
      await page.locator(shown).first().waitFor();
      await picture(page, `source-${part}-${language}-${theme}-${width}`, true);
      expect([part, await faultsOf(page, { state: part })]).toEqual([part, []]);
      expect([part, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([part, width]);
    };
    await look('list', '', '.whk-open');
    await page.locator('.whk-more').first().click();
    await page.locator('.whk-risky button').last().click();
    await page.getByRole('dialog').getByRole('radio').nth(1).and(page.locator(':enabled')).waitFor();
    await look('delete', undefined, '.ant-modal .whk-form');
    await page.keyboard.press('Escape');
    await look('add', '?view=add', '.so-part');
    for (const [step, shown] of [
      ['connection', '.so-part'],
      ['scope', '.so-part'],
      ['mapping', '.so-map-row'],
      ['life', '.so-part'],
      ['safety', '.so-part'],
      ['schedule', '.so-alarm'],
    ] as const)
      await look(step, `?view=edit&id=${works}&step=${step}`, shown);
    await look('log', `?view=log&id=${works}`, '.whk-panel .whk-open');
    await look('read', `?view=log&id=${works}&tab=read`, '.so-chart polyline');
    await look('run', `?view=run&id=${works}&runId=${second}`, '.so-lines li');
    // Who a row stands for may be said where it is in conflict.
    expect(await page.locator('.so-decide button').count()).toBe(2);
    await look('waiting', `?view=log&id=${works}`, '.whk-object-page .ant-alert button');
    await look('applied', `?view=run&id=${works}&runId=${first}`, '.so-lines li');
    expect(complaints).toEqual([]);
    await context.close();
  });

test('A file is connected, mapped by suggestion, read into a plan and applied, all in the console', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(address(''));
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.locator('.so-part').first().waitFor();
  await page.getByRole('radio', { name: 'File' }).check();
  await page.getByLabel('The file comes').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Branch office');
  await page.getByLabel('Code', { exact: true }).fill('branch');
  const root = page.getByRole('combobox', { name: 'Root department' });
  await root.click();
  await page.keyboard.type('Works');
  await page.locator('.ant-select-item-option').filter({ hasText: 'Works' }).first().click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.locator('.so-try input[type=file]').waitFor({ state: 'attached' });
  const rows = 'Employee number,Name,User name,Department\n0701,Zoë,zoe,Branch\n0702,Yan,yan,Branch\n';
  await page.locator('.so-try input[type=file]').setInputFiles({ name: 'branch.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) });
  await page.getByText('The file can be read: 4 columns').waitFor();
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect.poll(() => page.locator('.so-steps li[data-ok=true]').count()).toBe(2);

  await page.getByRole('tab', { name: /Mapping/ }).click();
  await page.getByRole('button', { name: 'Suggest from a sample' }).click();
  await expect.poll(() => page.locator('.so-map-row').count()).toBe(5);
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  await page.getByText('2 rows are valid, 0 are not').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const { list } = await admin.call(sourceList, { name: 'branch' });
  const id = list[0]!.id;
  await expect.poll(async () => (await admin.call(sourceGet, { id })).mapping.length).toBe(5);

  await page.getByRole('button', { name: 'Back to its runs' }).click();
  await page.getByRole('button', { name: 'Synchronise', exact: true }).click();
  await page.locator('.so-lines li').first().waitFor();
  await page.getByRole('button', { name: 'Apply a plan' }).click();
  await page.locator('.ant-modal .ant-form-item textarea').waitFor();
  await page.locator('.ant-modal').getByRole('button', { name: 'Apply a plan' }).click();
  await page.locator('.whk-tag[data-run=applied]').waitFor();
  const { list: found } = await admin.call(employeeList, { text: 'Zoë' });
  expect(found.map(({ account, employeeNo }) => [account, employeeNo])).toEqual([['zoe', '0701']]);
  // What the source owns is read-only in the form, with the reason; the rest is not.
  await admin.call(sourceEnable, { ids: [id] });
  await page.goto(`${console_.product.origin}/muc_user_management?emp=${found[0]!.id}`);
  await page.locator('.uc-owner').first().waitFor();
  await page.locator('.ant-drawer .uc-actions .ant-btn-primary').click();
  const owned = page.locator('.ant-form-item').filter({ hasText: 'of source “Branch office”' });
  await owned.first().waitFor();
  expect(await owned.count()).toBeGreaterThanOrEqual(3);
  expect(await owned.locator('input:enabled').count()).toBe(0);
  expect(await page.getByLabel('Job level').isEnabled()).toBe(true);
  await admin.call(sourceDisable, { ids: [id] });
  expect(complaints).toEqual([]);
  await context.close();
});

test('An identity provider is connected by address and token, and what it pushes is seen', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(address('?view=add'));
  await page.locator('.so-part').first().waitFor();
  await page.getByRole('radio', { name: 'SCIM (pushed)' }).check();
  await page.getByLabel('Groups become').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Identity');
  await page.getByLabel('Code', { exact: true }).fill('idp');
  await page.getByRole('combobox', { name: 'Root department' }).click();
  await page.keyboard.type('Works');
  await page.locator('.ant-select-item-option').filter({ hasText: 'Works' }).first().click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();

  await page.getByRole('button', { name: 'New token' }).click();
  await page.locator('.ant-modal .ant-form-item input').first().fill('Entra');
  await page.locator('.ant-modal').getByRole('button', { name: 'SCIM tokens' }).click();
  const shown = page.getByRole('textbox', { name: 'The new token' });
  await shown.waitFor();
  const token = await shown.inputValue();
  expect(token).toMatch(/^scim_/);
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByRole('cell', { name: 'Entra' }).waitFor();
  const to = await page.getByRole('textbox', { name: 'Address to push to' }).inputValue();
  expect(to).toBe(`${console_.product.origin}/scim/v2/idp`);
  await picture(page, 'source-scim-connection-en_US');
  await page.getByRole('tab', { name: /Mapping/ }).click();
  await page.getByRole('cell', { name: 'userName' }).waitFor();
  await picture(page, 'source-scim-mapping-en_US');
  await page.getByRole('button', { name: 'Enable', exact: true }).click();
  const { list } = await admin.call(sourceList, { name: 'Identity' });
  const id = list[0]!.id;
  await expect.poll(async () => (await admin.call(sourceGet, { id })).enabled).toBe(true);

  const pushed = await console_.product.app.inject({
    method: 'POST',
    url: '/scim/v2/idp/Users',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    payload: JSON.stringify({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'pushed', displayName: 'Pushed' }),
  });
  expect(pushed.statusCode).toBe(201);
  for (const { language, theme, width } of looks()) {
    const other = await openSignedIn(console_, { language, theme, width });
    for (const [part, query, there] of [
      ['push', `?view=edit&id=${id}`, '.so-table td'],
      ['standard', `?view=edit&id=${id}&step=mapping`, '.so-table td'],
      ['brake', `?view=edit&id=${id}&step=safety`, '.so-part'],
      ['events', `?view=events&id=${id}`, '.so-events td'],
    ] as const) {
      await other.page.goto(address(query));
      await other.page.locator(there).first().waitFor();
      await picture(other.page, `source-${part}-${language}-${theme}-${width}`, true);
      expect([part, await faultsOf(other.page, { state: part })]).toEqual([part, []]);
      expect([part, await other.page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([part, width]);
    }
    expect(other.complaints).toEqual([]);
    await other.context.close();
  }
  expect(complaints).toEqual([]);
  await context.close();
});

test('A directory of a vendor is entered by its preset, tried and mapped; its events are seen', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(address('?view=add'));
  await page.locator('.so-part').first().waitFor();
  await page.getByRole('radio', { name: 'HTTP interface' }).check();
  await page.getByRole('combobox', { name: 'System' }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: 'WeCom' }).click();
  await page.getByLabel('Id of company or app').fill('wwcorp');
  await page.getByLabel('Address', { exact: true }).fill(vendor.base);
  await page.getByLabel('Without encryption').click();
  await page.getByLabel('Secret', { exact: true }).fill('right');
  await page.getByLabel('Token of events').fill('QDG6eK');
  await page.getByLabel('Name', { exact: true }).fill('Chats');
  await page.getByLabel('Code', { exact: true }).fill('chats');
  await page.getByRole('combobox', { name: 'Root department' }).click();
  await page.keyboard.type('Works');
  await page.locator('.ant-select-item-option').filter({ hasText: 'Works' }).first().click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Once the key of events is saved').waitFor();
  await page.getByLabel('Key of events').fill('jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Events are received').waitFor();
  expect(await page.getByRole('textbox', { name: 'Address for events' }).inputValue()).toBe(`${console_.product.origin}/hook/source/chats`);
  await page.getByRole('tab', { name: /Mapping/ }).click();
  await page.getByRole('button', { name: 'Suggest from a sample' }).click();
  await page.locator('.so-map-row').first().waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const id = (await admin.call(sourceList, { name: 'Chats' })).list[0]!.id;
  await expect.poll(async () => (await admin.call(sourceGet, { id })).mapping.length).toBeGreaterThan(8);
  await admin.jobEnd((await admin.call(sourceSync, { id })).jobId);
  await admin.call(sourceEnable, { ids: [id] });
  const { query, headers, body } = wecomEvent(
    { token: 'QDG6eK', key: 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C', appId: 'wwcorp', now: Date.now() },
    'update_user',
    { UserID: 'lisi' },
  );
  const sent = { method: 'POST' as const, url: '/hook/source/chats', query, headers, payload: body };
  expect((await console_.product.app.inject(sent)).statusCode).toBe(200);
  const people = { path: 'users', records: 'data', departments: 'teams', paging: { kind: 'cursor', parameter: 'after', next: 'next' } };
  const config = {
    base: 'https://hr.example.com',
    auth: { kind: 'oauth2', tokenAddress: 'https://hr.example.com/token', clientId: 'x' },
    people,
  };
  const generic = (await admin.call(sourceAdd, { kind: 'http', name: 'Own HR', code: 'own-hr', rootDepartmentId, config })).id;
  for (const { language, theme, width } of looks()) {
    const other = await openSignedIn(console_, { language, theme, width });
    for (const [part, at, there] of [
      ['preset', `?view=edit&id=${id}`, '.so-try .ant-alert'],
      ['generic', `?view=edit&id=${generic}`, '.so-part-heading'],
      ['vendor', `?view=log&id=${id}`, '.whk-object-facts'],
      ['hooks', `?view=events&id=${id}`, '.so-events td'],
    ] as const) {
      await other.page.goto(address(at));
      await other.page.locator(there).first().waitFor();
      await other.page.locator(there).first().scrollIntoViewIfNeeded();
      await picture(other.page, `source-${part}-${language}-${theme}-${width}`, true);
      expect([part, await faultsOf(other.page, { state: part })]).toEqual([part, []]);
      expect([part, await other.page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([part, width]);
    }
    expect(other.complaints).toEqual([]);
    await other.context.close();
  }
  expect(complaints).toEqual([]);
  await context.close();
});

test('A directory in a network that is not allowed is refused at its servers, with what to do', async () => {
  const { page, context } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(address('?view=add'));
  await page.getByText('LDAP directory').click();
  const typed = { Name: 'Far away', Code: 'far_away', Servers: '10.1.2.3:389', 'User base DN': 'dc=example', Password: 'secret-1' };
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('combobox', { name: 'Root department' }).click();
  await page.locator('.ant-select-item-option').first().click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const servers = page.getByLabel('Servers', { exact: true });
  await expect.poll(() => servers.getAttribute('aria-invalid')).toBe('true');
  await page.getByText('10.1.2.3:389 is in a private network').waitFor();
  expect(await page.locator('.so-part .ant-input-status-error').count()).toBe(1);
  await context.close();
});

test('What the server finds wrong stands in the form, and what was typed stays', async () => {
  const { page, context } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(address(`?view=edit&id=${works}&step=schedule`));
  await page.getByRole('combobox', { name: 'When it is read' }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: 'At times of the day' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Give at least one time').waitFor();
  // What the tests before began may still be at work: nothing is changed meanwhile (12101).
  await expect.poll(async () => (await admin.call(sourceGet, { id: works })).state).not.toBe('running');
  const { version, schedule } = await admin.call(sourceGet, { id: works });
  expect(schedule.kind).toBe('off');
  await page.getByLabel('Times', { exact: true }).fill('02:30');
  // Somebody else was quicker.
  await admin.call(sourceUpdate, { id: works, version, priority: 90 });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('.ant-modal').waitFor();
  await context.close();
});

/** Presses Tab until something there has the focus, as who has no mouse does. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let pressed = 0; pressed < 150; pressed += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No Tab leads to ${selector}`);
}

const walks = [
  { route: 'muc_user_management', word: 'ada', open: '.whk-open', shown: '.ant-drawer .uc-title', search: '.whk-filter-search input' },
  { route: 'muc_source', word: 'HR', open: '.whk-open', shown: '.whk-object-facts', search: '.whk-filter-search input' },
  { route: 'muc_user_extradic', word: 'shift', open: '.ux-open', shown: '.ant-drawer .whk-facts', search: '.whk-filter-search input' },
  { route: 'muc_dynamic_group', word: 'e', open: '.whk-open', shown: '.whk-facts', search: '.whk-filter-search input' },
] as const;

for (const { language } of looks().filter(({ theme }) => theme === 'light'))
  test(`All four pages by keyboard alone, in ${language}: filtered, read anew, opened, and back`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language });
    for (const { route, word, open, shown, search } of walks) {
      const start = `${console_.product.origin}/${route}`;
      await page.goto(start);
      await page.locator(open).first().waitFor();
      await tabTo(page, search);
      await page.keyboard.type(word);
      await page.keyboard.press('Enter');
      await expect.poll(() => page.url()).toContain(`=${word}`);
      const filtered = page.url();
      await page.reload();
      await page.locator(open).first().waitFor();
      expect([route, await page.locator(search).first().inputValue()]).toEqual([route, word]);
      await tabTo(page, open);
      await page.keyboard.press('Enter');
      await page.locator(shown).first().waitFor();
      expect(page.url()).not.toBe(filtered);
      await page.goBack();
      await expect.poll(() => page.url()).toBe(filtered);
      await page.locator(open).first().waitFor();
      // The address as it was copied into another window.
      const other = await context.newPage();
      await other.goto(filtered);
      await other.locator(open).first().waitFor();
      expect([route, await other.locator(search).first().inputValue()]).toEqual([route, word]);
      await other.close();
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

test('A filter of the scope is made, filled and removed by keyboard, and the steps are walked by arrows', async () => {
  const { page, context } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(address(`?view=edit&id=${works}&step=connection`));
  await page.locator('.so-part').first().waitFor();
  await tabTo(page, '[role=tab][aria-selected=true]');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.locator('.so-filter-row').first().waitFor();
  expect(await page.locator('.so-filter-row').count()).toBe(filter.length);
  await tabTo(page, '.so-row-add');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('.so-filter-row').count()).toBe(filter.length + 1);
  // The focus went along: what is typed stands in the new line.
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.so-filter-row') !== null)).toBe(true);
  await page.keyboard.type('team');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Works');
  await page.keyboard.press('Enter');
  await tabTo(page, '.so-foot .ant-btn-primary');
  await page.keyboard.press('Enter');
  const saved = async () => (await admin.call(sourceGet, { id: works })).scope.filter;
  await expect.poll(saved).toEqual([...filter, { attribute: 'team', op: 'is', values: ['Works'] }]);
  // Taken away again, the focus is at the button that adds.
  await tabTo(page, '.so-filter-row:last-of-type > .ant-btn');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('.so-filter-row').count()).toBe(filter.length);
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('.so-row-add') === true)).toBe(true);
  await context.close();
});

test('A source is deleted with its people: a plan first, applied with the number typed, then the source', async ({ task }) => {
  const name = `Closing ${task.result?.retryCount ?? 0}`;
  const parentId = rootDepartmentId;
  const root = (await admin.call(departmentAdd, { name: { zh_CN: name }, parentId })).id;
  const leaverPolicy = { do: 'disable' as const };
  const code = name.toLowerCase().replace(' ', '-');
  const rows = mapping.map((row) =>
    row.target === 'account' ? { ...row, from: { kind: 'template' as const, text: `${code}.{login}` } } : row,
  );
  const draft = { kind: 'file' as const, name, code, rootDepartmentId: root, config: {}, mapping: rows, matching: [], leaverPolicy };
  const { id } = await admin.call(sourceAdd, draft);
  const runId = await run(['Hedy', 'Joan'], id);
  const { counts } = await admin.call(sourceRunGet, { runId });
  const { jobId } = await admin.call(sourceRunApply, { runId, expected: { loseSignIn: 0, total: counts['add'] ?? 0 } });
  await admin.jobEnd(jobId);
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(address(`?name=${encodeURIComponent(name)}`));
  await page
    .getByRole('button', { name: new RegExp(`${name}$`) })
    .and(page.locator('.whk-more'))
    .click();
  await page.locator('.whk-risky').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('radio', { name: 'Go first, by the policy of the source' }).click();
  await page.getByText('Policy: Disabled.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Everyone leaves').waitFor();
  await page.getByRole('button', { name: 'Apply a plan' }).click();
  await page.getByRole('dialog').getByRole('spinbutton').fill('2');
  await page.getByRole('dialog').getByRole('button', { name: 'Apply a plan' }).click();
  await page.getByText('Everybody of this source has gone by its policy').waitFor();
  await picture(page, 'source-parted-en_US-light-1440', true);
  expect(await faultsOf(page)).toEqual([]);
  const statuses = async () => (await admin.call(employeeList, { text: code, pageSize: 20 })).list.map(({ status }) => status);
  expect(await statuses()).toEqual(['disabled', 'disabled']);
  await page.locator('.so-alert').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => page.url()).not.toContain('view=');
  expect((await admin.call(sourceList, { name })).list).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});
