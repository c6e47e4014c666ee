import { afterAll, beforeAll, expect, test } from 'vitest';
import { homeOverview, homeSetup } from '../../src/kit/common/home/home.contract.ts';
import { adminRisk } from '../../src/kit/server/warning/kit-warnings.ts';
import { raiseWarning } from '../../src/kit/server/warning/open-warnings.ts';
import { propertyList } from '../../src/modules/property/common/property.contract.ts';
import { propertyValueSet } from '../../src/modules/property/common/value.contract.ts';
import { departmentAdd } from '../../src/modules/people/common/department.contract.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { sysRole } from '../../src/modules/system/common/role.contract.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { faultsOf } from '../looked-at.ts';
import { signIn, testPassword } from '../product.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let departmentId = '';

beforeAll(async () => {
  console_ = await openTestConsole({ SESSIONS_PER_PERSON: '20' });
  const { product } = console_;
  admin = new ConsoleClient(product.app, product.admin.token);
  departmentId = (await admin.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: '研发', en_US: 'Labs', ja_JP: '研究' } }))
    .id;
  const { roleId } = await admin.call(sysRole.save, { name: 'Labs desk', code: 'labs_desk' });
  const { version } = await admin.call(sysRole.resources, { roleId });
  const saved = await admin.call(sysRole.saveResources, { roleId, version, codes: [userManagement.code] });
  await admin.call(sysRole.saveRanges, { roleId, version: saved.version, range: { kind: 'chosen', departmentIds: [departmentId] } });
  await admin.call(sysRole.assignEmployees, { roleId, ids: [product.powerless.id] });
  const risk = { object: { kind: 'employee', id: 'e1', name: 'Zhang San' }, facts: { role: 'Super', by: 'admin', way: 'employee' } };
  await raiseWarning(product.database.db, adminRisk, risk);
}, 120_000);
afterAll(() => console_.stop());

test('Each figure is counted in the range of its page, and left out where that page is not granted', async () => {
  const open = async () => (await admin.call(homeOverview, {})).warnings?.open;
  await expect.poll(open, { timeout: 60_000, interval: 300 }).toBeGreaterThan(0);
  const all = await admin.call(homeOverview, { offset: 480 });
  expect(all.days).toHaveLength(30);
  expect(all.people?.now).toBe(all.people?.days.at(-1));
  expect(all.people?.now).toBeGreaterThan(1);
  expect(all.warnings?.days.at(-1)).toBe(all.warnings?.open);
  expect(all.signIns?.today).toBeGreaterThan(0);
  expect(all.changes?.at(-1)).toBeGreaterThan(0);
  expect(all.scope).toBeNull();
  const { product } = console_;
  const limited = new ConsoleClient(product.app, await signIn(product.app, 'powerless', testPassword));
  const own = await limited.call(homeOverview, {});
  expect(own).toMatchObject({ people: { now: 0 }, signIns: null, warnings: null, waiting: null, changes: null });
  expect(own.scope).toEqual({ departments: [{ id: departmentId, name: '研发', people: 0 }], more: 0, people: 0 });
  expect((await limited.call(homeSetup, {})).steps).toEqual([]);
});

for (const { language, theme, width } of looks())
  test(`The home page: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    await page.goto(`${console_.product.origin}/home`);
    await page.locator('.wh-kpi svg').nth(3).waitFor();
    await page.locator('.wh-home-chart canvas, .wh-home-chart svg').first().waitFor();
    await page.locator('.wh-inbox-group').first().waitFor();
    await picture(page, `home-${language}-${theme}-${width}`);
    // The font of the product is there, whatever the machine has.
    const fonts = `document.fonts.ready.then(() => [...document.fonts].filter(({ family, status }) => /Inter/.test(family) && status === 'loaded').length)`;
    expect(await page.evaluate<number>(fonts)).toBe(1);
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

test('The checklist of a new installation shrinks as things are done, and goes when it is put away', async () => {
  const { page, context } = await openSignedIn(console_);
  const home = `${console_.product.origin}/home`;
  await page.goto(home);
  const list = page.getByRole('region', { name: 'Set up your installation' });
  const company = list.locator('li', { hasText: 'Company name' });
  await company.waitFor();
  expect(await company.getAttribute('data-done')).toBe('false');
  const { list: properties } = await admin.call(propertyList, { namespace: 'console', text: 'org' });
  const property = properties.find(({ key }) => key === 'org');
  await admin.call(propertyValueSet, { propertyId: property!.id, scopeKind: 'site', value: 'Acme' });
  await page.goto(home);
  await expect.poll(() => company.getAttribute('data-done')).toBe('true');
  await list.getByRole('button', { name: 'Hide' }).click();
  await expect.poll(() => list.count()).toBe(0);
  await context.close();
});

test('A limited administrator reads the own range, and nothing untrue of alerts', async () => {
  const { product } = console_;
  const limited = await openSignedIn(console_, {}, 'powerless');
  await limited.page.goto(`${product.origin}/home`);
  await limited.page.getByRole('region', { name: 'Your scope' }).getByRole('link', { name: /Labs/ }).waitFor();
  // Who may not see warnings reads of those that were sent to them, and not that there are none.
  await expect.poll(() => limited.page.getByText('No open alert has been sent to you').count()).toBe(1);
  await picture(limited.page, 'home-limited');
  await limited.context.close();
});

test('The login page is changed where it is previewed, and takes no colour on which its text is not read', async () => {
  const { page, context } = await openSignedIn(console_);
  await page.goto(`${console_.product.origin}/sys_login_authentication?tab=preview`);
  const preview = page.locator('.signin-preview');
  await page.getByLabel('Company name').fill('Harbour');
  await preview.getByText('Mobile platform of Harbour').waitFor();
  await page.getByLabel('Footer').fill('Call 100 for help');
  await preview.getByText('Call 100 for help').waitFor();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await page.getByLabel('Background colour').fill('#ffee00');
  await page.getByText('White text cannot be read on this colour').waitFor();
  expect(await save.isDisabled()).toBe(true);
  await page.getByLabel('Background colour').fill('#113355');
  await page.getByLabel('Main language of the installation').click();
  await page.getByTitle('Japanese', { exact: true }).click();
  await picture(page, 'login-look');
  expect(await faultsOf(page)).toEqual([]);
  await save.click();
  await page.getByText('Saved. The sign-in page shows it').waitFor();
  const { list } = await admin.call(propertyList, { namespace: 'console', pageSize: 100 });
  const values = Object.fromEntries(list.map(({ key, value }) => [key, value]));
  expect(values).toMatchObject({ org: 'Harbour', loginFooter: 'Call 100 for help', loginBackground: '#113355', mainLanguage: 'ja_JP' });
  // From the next opening of the console on names must be given in it, whatever the administrator reads.
  await page.goto('about:blank');
  await page.goto(`${console_.product.origin}/sys_resource`);
  await page.locator('.whk-header').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByLabel('Names: Japanese', { exact: true }).fill('配送部');
  expect(await page.getByLabel('Names: English', { exact: true }).getAttribute('placeholder')).toBe('配送部');
  await context.close();
});
