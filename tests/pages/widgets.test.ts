import { afterAll, beforeAll, expect, test } from 'vitest';
import { advert, pictureAdd } from '../../src/modules/app-pages/common/advert.contract.ts';
import { pageConfig, tagList, tagSave } from '../../src/modules/app-pages/common/page.contract.ts';
import { app } from '../../src/modules/apps/common/app.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { sysRole } from '../../src/modules/system/common/role.contract.ts';
import { mamAuthPage, mamRolePage, mamUserPage } from '../../src/modules/widgets/common/permissions.ts';
import { mamResources, mamRole, widgetRole } from '../../src/modules/widgets/common/role.contract.ts';
import { widget, widgetCategory, widgetOnline } from '../../src/modules/widgets/common/widget.contract.ts';
import { widgetRelationSave } from '../../src/modules/widgets/common/widget-relation.contract.ts';
import { widgetVersionAdd, widgetVersionList } from '../../src/modules/widgets/common/widget-version.contract.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { meTag, pixel } from '../../src/modules/app-pages/testing/tries.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { faultsOf } from '../looked-at.ts';
import { widgetZip } from '../make-zip.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let [appId, roleId, widgetId, versionId, ownRole, configId, link] = ['', '', '', '', '', '', ''];

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  appId = (await admin.call(app.add, { name: { zh_CN: '工作台', en_US: 'Workbench' }, appKey: 'workbench', ownerDeptId: rootDepartmentId }))
    .id;
  const categoryId = (await admin.call(widgetCategory.add, { name: { zh_CN: '办公', en_US: 'Office' } })).id;
  const draft = { ownerDeptId: rootDepartmentId, categoryId };
  widgetId = (
    await admin.call(widget.add, { ...draft, name: { zh_CN: '报销', en_US: 'Expenses' }, widgetIdentifier: 'expenses', audience: 'roles' })
  ).id;
  link = (
    await admin.call(widget.add, {
      ...draft,
      name: { zh_CN: '手册', en_US: 'Handbook' },
      widgetIdentifier: 'handbook',
      kind: 'link',
      mobileLink: 'https://example.com',
    })
  ).id;
  await admin.call(widgetOnline, { ids: [link] });
  const fileId = await admin.upload('package.zip', widgetZip('expenses', 1));
  versionId = (await admin.call(widgetVersionAdd, { widgetId, fileId, notes: { zh_CN: '首个版本' } })).id;
  await admin.call(widgetRelationSave, { widgetVersionId: versionId, rows: [{ appId, platform: 2, fromBuild: 1 }] });
  roleId = (await admin.call(mamRole.save, { name: 'Travellers', code: 'travellers' })).roleId;
  await admin.call(mamRole.assignEmployees, { roleId, ids: [console_.product.powerless.id] });
  await admin.call(mamRole.assignDepartments, { roleId, ids: [rootDepartmentId] });
  ownRole = (await admin.call(widgetRole.save, { name: 'Approvers', code: 'approvers', widgetId, functions: ['approve'] })).roleId;
  configId = (await admin.call(pageConfig.add, { name: '首页', appId })).id;
  await drafted(configId, 1);
  const picture_ = (await admin.call(pictureAdd, { fileId: await admin.upload('picture.png', pixel) })).fileId;
  const now = Date.now();
  for (const kind of ['launch', 'home'] as const)
    await admin.call(advert.add, { title: { zh_CN: '周年' }, appId, kind, fileId: picture_, startTime: now, endTime: now + 86_400_000 });
}, 120_000);
afterAll(() => console_.stop());

/** Saves a draft with so many of the widget, the app centre and the carousel. */
async function drafted(id: string, version: number, most = 3): Promise<void> {
  const cards = [
    { cardType: 1 as const, cardIndex: 0, widgetId: link },
    { cardType: 0 as const, cardIndex: 1, platformType: 1 as const, name: '应用' },
    { cardType: 0 as const, cardIndex: 2, platformType: 2 as const, name: '轮播' },
  ].slice(0, most);
  const home = { tagIndex: 0, tagType: 1 as const, langs: { zh_CN: '首页', en_US: 'Home', ja_JP: '' }, cardArray: cards };
  const tags = [home, { ...meTag, tagIndex: 1 }];
  await admin.call(tagSave, { configId: id, version, releaseType: 0, isPageEditConsole: 0, tagList: tags });
}

const config = (): string => `/mam_app_management/mam_app_management_info/${appId}/workbench/config`;
const rows = '.whk-table tbody tr, .whk-cards li';
const pages = (): [name: string, address: string, ready: string][] => [
  ['roles-user', `/mam_auth_management/role/relate_user?roleId=${roleId}`, rows],
  ['roles-dept', `/mam_auth_management/role/relate_dept?roleId=${roleId}`, rows],
  ['roles-group', `/mam_auth_management/role/relate_group?roleId=${roleId}`, '.whk-role .whk-role-head ~ *'],
  ['roles-auth', `/mam_auth_management/role/relate_auth?roleId=${roleId}`, '.whk-functions .ant-checkbox'],
  ['role-user', '/mam_auth_management/role_user', rows],
  ['widgets', '/mam_widget_management/list', rows],
  ['widget-add', '/mam_widget_management/list?add', '.ant-drawer .ant-form-item input'],
  ['history', `/mam_widget_management/detail/${widgetId}/history`, rows],
  ['infos', `/mam_widget_management/detail/${widgetId}/infos`, '.whk-facts dd'],
  ['role', `/mam_widget_management/detail/${widgetId}/role?roleId=${ownRole}`, '.widgets-functions .ant-select'],
  ['relate', `/mam_widget_management/version/${versionId}/relate`, '.widgets-table tbody tr'],
  ['package', `/mam_widget_management/version/${versionId}/detail`, '.widgets-files li'],
  ['launch-ad', `${config()}/launch_ad`, rows],
  ['home-ad', `${config()}/home_ad`, rows],
  ['certificates', `${config()}/apple_certification`, '.whk-state'],
  ['page-configs', `${config()}/custom-page-configuration`, rows],
  ['editor', `${config()}/custom-page-content-configuration?configId=${configId}`, '.pages-tabbar li'],
];

for (const { language, theme, width } of looks())
  test(`Widgets and pages: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const [name, address, ready] of pages()) {
      await page.goto(console_.product.origin + address);
      await page.locator(ready).first().waitFor();
      await picture(page, `widgets-${name}-${language}-${theme}-${width}`);
      expect([name, await faultsOf(page, { state: name })]).toEqual([name, []]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

test('A role is given a widget by a click, and a version goes online from its page', async () => {
  const { page, context } = await openSignedIn(console_);
  await page.goto(`${console_.product.origin}/mam_auth_management/role/relate_auth?roleId=${roleId}`);
  await page.getByRole('checkbox', { name: 'Expenses' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await admin.call(mamResources, { roleId })).codes).toEqual([`widget:${widgetId}`]);
  await page.goto(`${console_.product.origin}/mam_widget_management/version/${versionId}`);
  await page.waitForURL(`**/version/${versionId}/relate*`);
  await page.locator('.whk-header').getByRole('button', { name: 'Put online' }).click();
  await expect.poll(async () => (await admin.call(widgetVersionList, { widgetId })).list.map(({ status }) => status)).toEqual([2]);
  await context.close();
});

test('A card is moved by keyboard and by mouse, undone, and is there after saving and a reload', async () => {
  const { page, context } = await openSignedIn(console_);
  await page.goto(`${console_.product.origin}${config()}/custom-page-content-configuration?configId=${configId}`);
  const cards = page.locator('.pages-cards > li > button');
  const names = async () => (await cards.locator('span:first-child').allTextContents()).map((one) => one.trim());
  await expect.poll(names).toEqual(['Handbook', '应用', '轮播']);
  await cards.first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect.poll(names).toEqual(['应用', 'Handbook', '轮播']);
  // It stays lifted until it is dropped; escape puts it back.
  await page.keyboard.press('ArrowDown');
  await expect.poll(names).toEqual(['应用', '轮播', 'Handbook']);
  await page.keyboard.press('Escape');
  await expect.poll(names).toEqual(['Handbook', '应用', '轮播']);
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect.poll(names).toEqual(['应用', 'Handbook', '轮播']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(names).toEqual(['Handbook', '应用', '轮播']);
  await page.getByRole('button', { name: 'Redo' }).click();
  await cards.nth(2).dragTo(cards.nth(0));
  await expect.poll(names).toEqual(['轮播', '应用', 'Handbook']);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect
    .poll(async () =>
      (await admin.call(tagList, { configId })).tagList[0]?.cardArray.map((card) => (card.cardType === 0 ? card.name : 'widget')),
    )
    .toEqual(['轮播', '应用', 'widget']);
  await page.reload();
  await expect.poll(names).toEqual(['轮播', '应用', 'Handbook']);
  // What is wrong with an advert of the carousel stands at its field, also when something else is chosen.
  const properties = page.getByRole('region', { name: 'Properties' });
  await cards.first().click();
  await properties.getByRole('checkbox', { name: 'Content of its own' }).check();
  await properties.getByRole('button', { name: 'Add advert' }).click();
  const address = properties.getByLabel('Link', { exact: true });
  await address.fill('http://shop.example.com');
  await cards.nth(2).click();
  await address.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Save draft' }).click();
  await properties.getByText('This address is not allowed: it must begin with https://').waitFor();
  expect(await address.getAttribute('aria-invalid')).toBe('true');
  expect(await faultsOf(page, { state: 'an advert with a mistake' })).toEqual([]);
  await address.fill('https://shop.example.com');
  await expect.poll(() => address.getAttribute('aria-invalid')).toBe(null);
  await properties.getByRole('checkbox', { name: 'Content of its own' }).uncheck();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect.poll(async () => (await admin.call(pageConfig.get, { id: configId })).status).toBe(1);
  await context.close();
});

test('Who saves a page that somebody else saved meanwhile is shown card by card what differs, and says whose stays', async () => {
  const { id } = await admin.call(pageConfig.add, { name: '两人', appId });
  await drafted(id, 1);
  const { page, context } = await openSignedIn(console_);
  await page.goto(`${console_.product.origin}${config()}/custom-page-content-configuration?configId=${id}`);
  const cards = page.locator('.pages-cards > li > button');
  await expect.poll(() => cards.count()).toBe(3);
  await cards.first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await drafted(id, (await admin.call(pageConfig.get, { id })).version, 2);
  await page.getByRole('button', { name: 'Save draft' }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else has saved this page' });
  await expect
    .poll(() => dialog.getByRole('listitem').allTextContents())
    .toEqual([
      'Yours: Home › 应用; theirs: Home › Handbook',
      'Yours: Home › Handbook; theirs: Home › 应用',
      'Yours: Home › 轮播; theirs: –',
    ]);
  // Closing the dialog decides nothing.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await cards.count()).toBe(3);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
  await expect.poll(() => cards.count()).toBe(2);
  await context.close();
});

test('The tabs of an app role are there only with their codes, and who holds it is found with the way', async () => {
  const { page, context } = await openSignedIn(console_);
  await page.goto(`${console_.product.origin}/mam_auth_management/role_user`);
  const row = page.locator(rows).filter({ hasText: 'powerless' }).first();
  await row.getByText('Travellers').first().waitFor();
  expect(await row.innerText()).toMatch(/directly[\s\S]*through|through[\s\S]*directly/i);
  await context.close();
  const { product } = console_;
  const { roleId: desk } = await admin.call(sysRole.save, { name: 'Role desk', code: 'role_desk' });
  const codes = [mamAuthPage.code, mamRolePage.code, mamUserPage.code];
  const { version } = await admin.call(sysRole.saveResources, { roleId: desk, version: 1, codes });
  await admin.call(sysRole.saveRanges, { roleId: desk, version, range: { kind: 'chosen', departmentIds: [rootDepartmentId] } });
  await admin.call(sysRole.assignEmployees, { roleId: desk, ids: [product.powerless.id] });
  const limited = await openSignedIn(console_, {}, 'powerless');
  await limited.page.goto(`${product.origin}/mam_auth_management/role/relate_user?roleId=${roleId}`);
  await limited.page.locator(rows).first().waitFor();
  const tabs = limited.page.locator('nav.whk-nested').getByRole('link', { name: /^(Employees|Departments|Dynamic groups|Permissions)/ });
  expect((await tabs.allTextContents()).map((text) => text.replace(/\s*\d+$/, ''))).toEqual(['Employees']);
  await limited.context.close();
});
