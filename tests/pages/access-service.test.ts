import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirm } from '../../src/kit/common/session/session.contract.ts';
import { database, dubbo, sap, soap } from '../../src/modules/access/common/connection.contract.ts';
import { definitions } from '../../src/modules/access/common/definition.ts';
import { globalParam } from '../../src/modules/access/common/global-param.contract.ts';
import { apiInterface, interfaceAdd, interfaceAuth, interfacePublish } from '../../src/modules/access/common/interface.contract.ts';
import { interfacePrefix } from '../../src/modules/access/common/prefix.contract.ts';
import { usageList } from '../../src/modules/access/common/setting.contract.ts';
import { accessSystem, grantSave } from '../../src/modules/access/common/system.contract.ts';
import { flushCalls, recordCall } from '../../src/modules/call-logs/server/public.ts';
import { rootDepartmentId as ownerDeptId } from '../../src/modules/people/common/root.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { faultsOf } from '../looked-at.ts';
import { testPassword } from '../product.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let ids: { system: string; prefix: string; database: string; order: string };
const peer = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ items: [{ no: 'A-7', path: request.url }] }));
});

beforeAll(async () => {
  peer.listen(0, '127.0.0.1');
  await once(peer, 'listening');
  const { port } = peer.address() as AddressInfo;
  console_ = await openTestConsole({ ALLOWED_NETWORKS: `127.0.0.1:${port}` });
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  admin.token = (await admin.call(confirm, { password: testPassword })).accessToken;
  const { id: system } = await admin.call(accessSystem.add, { name: 'ERP 订单系统', code: 'erp', ownerDeptId, calls: true });
  const addresses = [{ url: `http://127.0.0.1:${port}/api` }];
  const { id: prefix } = await admin.call(interfacePrefix.add, { name: '订单', systemId: system, code: 'orders', addresses });
  const { id: db } = await admin.call(database.add, {
    name: '人事库',
    host: '10.1.2.3',
    database: 'hr',
    account: 'reader',
    secret: 'x',
    ownerDeptId,
  });
  await admin.call(soap.add, { name: '库存服务', wsdlUrl: 'https://stock.example.com/?wsdl', ownerDeptId });
  await admin.call(sap.add, { name: 'S/4', host: 's4.example.com', client: '100', account: 'rfc', ownerDeptId });
  await admin.call(dubbo.add, { name: '用户中心', addresses: ['10.1.2.4:20880'], ownerDeptId });
  await admin.call(globalParam.add, { name: 'tenant', value: '8800' });
  const definition = definitions.http.parse({
    params: [{ name: 'id', required: true }],
    target: { kind: 'http', path: '/orders/{id}', headers: [{ name: 'X-Tenant', value: '{{g.tenant}}' }] },
    answerMap: { list: 'items', rows: [{ to: 'orderNo', from: 'no' }] },
  });
  const { id: order } = await admin.call(interfaceAdd.http, {
    prefixId: prefix,
    code: 'order',
    name: '查询订单',
    callers: ['terminals', 'systems'],
    definition,
  });
  await admin.call(interfacePublish, { id: order, version: 1, note: '首次发布' });
  await admin.call(grantSave, { granteeId: system, targetIds: [order] });
  ids = { system, prefix, database: db, order };
}, 180_000);
afterAll(async () => {
  await console_?.stop();
  peer.close();
});

const pages = (): [name: string, address: string, ready: string][] => [
  ['access-systems', '/mas_access_system_configuration', '.whk-table, .whk-cards'],
  ['access-system', `/mas_access_system_configuration/access_system?id=${ids.system}`, '.acc-keys'],
  ['access-system-add', '/mas_access_system_configuration/access_system?add', '.whk-form input'],
  ['access-prefixes', '/mas_access_system_configuration/interface_prefix', '.whk-table, .whk-cards'],
  ['access-databases', '/mas_access_type_configuration', '.whk-table, .whk-cards'],
  ['access-database', `/mas_access_type_configuration/datasource?id=${ids.database}`, '.acc-test'],
  ['access-soap', '/mas_access_type_configuration/soap', '.whk-table, .whk-cards'],
  ['access-sap', '/mas_access_type_configuration/sap', '.whk-table, .whk-cards'],
  ['access-dubbo', '/mas_access_type_configuration/dubbo', '.whk-table, .whk-cards'],
  ['access-params', '/mas_general_configuration', '.whk-table, .whk-cards'],
  ['access-defaults', '/mas_general_configuration/global_params?tab=defaults', '#wh-main form, #wh-main .whk-form'],
  [
    'access-nodes',
    '/mas_general_configuration/global_params?tab=nodes',
    '#wh-main .whk-table tbody tr, #wh-main .whk-cards li, #wh-main table',
  ],
  ['access-interfaces', '/mas_interface_configuration', '.whk-table, .whk-cards'],
  ['access-interface-add', '/mas_interface_configuration/interface?add', '.ant-modal textarea'],
  ['access-workbench', `/mas_interface_configuration/interface?id=${ids.order}`, '.acc-bench'],
];

for (const { language, theme, width } of looks())
  test(`Access service: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const [name, address, ready] of pages()) {
      await page.goto(console_.product.origin + address);
      await page.locator(ready).first().waitFor();
      await picture(page, `${name}-${language}-${theme}-${width}`, false);
      expect([name, await faultsOf(page, { state: name })]).toEqual([name, []]);
      expect([name, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([name, width]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

test('An interface is made from a pasted cURL, tried before it is saved, saved and published by clicks', async () => {
  const { page, context } = await openSignedIn(console_, { language: 'en_US', theme: 'light', width: 1440 });
  const { port } = peer.address() as AddressInfo;
  await page.goto(`${console_.product.origin}/mas_interface_configuration/interface?add`);
  await page.getByLabel('Paste a cURL (optional)').fill(`curl 'http://127.0.0.1:${port}/api/stock?site=7' -H 'Authorization: Bearer x'`);
  await page.getByText('left out Authorization').waitFor();
  await page.locator('.ant-modal').getByRole('button', { name: 'Add' }).click();
  await page.locator('.acc-bench').waitFor();
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByText('The call succeeded.').waitFor();
  await page.getByRole('tab', { name: 'Answer' }).click();
  await page.getByText('/api/stock?site=7').first().waitFor();
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.locator('.ant-modal').getByLabel('Note').fill('First');
  await page.locator('.ant-modal').getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Version 1').first().waitFor();
  const { list } = await admin.call(apiInterface.list, { text: 'stock' });
  expect(list).toMatchObject([{ liveVersionNo: 1, enabled: true, path: 'erp/orders/stock' }]);
  // Who may call it holds without a publish; a system that was granted it is then let in.
  await page.getByRole('tab', { name: 'Switches and grants' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.locator('.ant-modal').getByLabel('Callers').click();
  await page.locator('.ant-select-item-option', { hasText: 'Systems' }).click();
  await page.locator('.ant-modal').getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(async () => (await admin.call(apiInterface.list, { text: 'stock' })).list[0]?.callers)
    .toEqual(['terminals', 'systems']);
  await page.getByRole('button', { name: 'Grant interfaces' }).click();
  await page.locator('.ant-modal').getByLabel('System or widget').click();
  await page.locator('.ant-select-item-option', { hasText: 'ERP' }).click();
  await page.locator('.ant-modal').getByRole('button', { name: 'Grant interfaces' }).click();
  await page.locator('.acc-section', { hasText: 'Systems and widgets' }).getByText('ERP 订单系统').waitFor();
  // A connection is tested from its form, before there is one.
  await page.goto(`${console_.product.origin}/mas_access_system_configuration/interface_prefix?add`);
  const drawer = page.locator('.ant-drawer');
  await drawer.getByLabel('Back-end addresses').fill(`http://127.0.0.1:${port}/api`);
  await drawer.getByRole('button', { name: 'Test', exact: true }).click();
  await drawer.getByText('The call succeeded.').waitFor();
  await context.close();
});

test('1: a frame opens its first page; SAP says that no real server was tried', async () => {
  const { page, context } = await openSignedIn(console_, { language: 'en_US' });
  const first = {
    '/mas_general_configuration': 'global_params',
    '/mas_access_system_configuration': 'access_system',
    '/mas_access_type_configuration': 'datasource',
    '/mas_interface_configuration': 'interface',
    '/mas_interface_statistics': 'interface_calls',
    '/mas_attachment_conversion_service': 'param_config',
    '/customer_connect': 'app',
  };
  for (const [frame, child] of Object.entries(first)) {
    await page.goto(console_.product.origin + frame);
    await expect.poll(() => new URL(page.url()).pathname).toBe(`${frame}/${child}`);
    await page.locator('#wh-main').getByRole('heading').first().waitFor();
  }
  await page.goto(`${console_.product.origin}/mas_access_type_configuration/sap`);
  await page.locator('.whk-open', { hasText: 'S/4' }).first().click();
  await page.locator('.ant-drawer').getByText('Not yet tried against a real SAP system').waitFor();
  await context.close();
});

test('An interface is copied, tagged and documented by clicks', async () => {
  const { page, context } = await openSignedIn(console_, { language: 'en_US' });
  const dialog = page.locator('.ant-modal');
  const list = `${console_.product.origin}/mas_interface_configuration/interface`;
  await page.goto(list);
  const row = page.locator('#wh-main tbody tr', { hasText: '查询订单' }).last();
  await row.locator('button').last().click();
  // What the menu offers are words.
  const menu = page.locator('.whk-actions');
  await menu.waitFor();
  const offered = await menu.getByRole('button').allInnerTexts();
  expect([offered.slice(0, 5), offered.filter((text) => text.includes('{'))]).toEqual([
    ['Open', 'Turn log off', 'Copy', 'Set tags', 'Grant interfaces'],
    [],
  ]);
  await menu.getByRole('button', { name: 'Copy' }).click();
  await dialog.getByLabel('Code').fill('order-two');
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await page.locator('.acc-bench').waitFor();
  const copied = async () => (await admin.call(apiInterface.list, { text: 'order-two' })).list[0]!;
  expect(await copied()).toMatchObject({ path: 'erp/orders/order-two', liveVersionNo: null, tags: [] });

  await page.goto(list);
  await page.locator('#wh-main tbody tr', { hasText: 'order-two' }).locator('input[type=checkbox]').check();
  await page.getByRole('button', { name: 'Set tags' }).click();
  await dialog.getByLabel('Add tags').fill('ERP');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Set tags' }).click();
  await expect.poll(async () => (await copied()).tags).toEqual(['ERP']);

  await page.goto(`${list}?id=${ids.order}`);
  await page.getByRole('tab', { name: 'Document' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Document', exact: true }).click();
  expect((await download).suggestedFilename()).toBe('order.html');
  await context.close();
});

test('12: what is open to everybody is red in the list and at home', async () => {
  await admin.call(interfaceAuth, { ids: [ids.order], on: 0, until: Date.now() + 3_600_000, reason: 'A fair' });
  const { page, context } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(`${console_.product.origin}/mas_interface_configuration/interface`);
  await page.locator('#wh-main .acc-red', { hasText: 'Off' }).waitFor();
  await page.goto(`${console_.product.origin}/home`);
  const told = page.locator('.wh-inbox-group[data-tone=bad]', { hasText: '1 interface without authentication' });
  await told.waitFor();
  expect(await told.locator('li').allInnerTexts()).toEqual([expect.stringContaining('查询订单')]);
  await context.close();
});

test('22: a database that is asked more than a hundred times a day is switched off by its typed name alone, and says whom that touches', async () => {
  const { services } = console_.product;
  const definition = definitions.database.parse({ target: { kind: 'database', databaseId: ids.database, sql: 'select 1 as one' } });
  const named = { prefixId: ids.prefix, code: 'staff', name: '员工查询', callers: ['systems' as const] };
  const { id: interfaceId } = await admin.call(interfaceAdd.database, { ...named, definition });
  await admin.call(interfacePublish, { id: interfaceId, version: 1, note: '首次发布' });
  await admin.call(grantSave, { granteeId: ids.system, targetIds: [interfaceId] });
  const asked = {
    target: { interfaceId, systemId: ids.system, systemCode: 'erp', systemName: 'ERP', name: '员工查询', path: 'erp/orders/staff' },
    versionNo: 1,
    caller: { kind: 'system' as const, id: ids.system, name: 'ERP' },
    address: '10.1.2.3',
    method: 'GET',
    class: 'ok' as const,
    httpStatus: 200,
    code: 0,
    ms: { total: 5 },
    bytes: { in: 1, out: 1 },
    log: false,
  };
  const target = { ...asked.target, kind: 'database' as const, ownerDeptId };
  for (let calls = 0; calls < 3001; calls += 1)
    recordCall(services, { ...asked, target, at: services.now() - 3_600_000, requestId: `busy-${calls}` });
  await flushCalls(services);
  const usage = await admin.call(usageList, { kind: 'database', id: ids.database });
  expect([usage.busy, usage.list.map(({ kind, calls30 }) => [kind, calls30])]).toEqual([
    true,
    [
      ['apiInterface', 3001],
      ['accessSystem', 0],
    ],
  ]);
  const { page, context } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(`${console_.product.origin}/mas_access_type_configuration/datasource`);
  await page.locator('#wh-main tbody tr', { hasText: '人事库' }).locator('button').last().click();
  await page.locator('.whk-actions').getByRole('button', { name: 'Disable' }).click();
  const dialog = page.locator('.ant-modal');
  await dialog.getByText('3,001').first().waitFor();
  await dialog.locator('input').fill('人事库');
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await expect.poll(async () => (await admin.call(database.get, { id: ids.database })).enabled).toBe(false);
  await context.close();
});
