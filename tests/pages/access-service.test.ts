import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { database, dubbo, sap, soap } from '../../src/modules/access/common/connection.contract.ts';
import { definitions } from '../../src/modules/access/common/definition.ts';
import { globalParam } from '../../src/modules/access/common/global-param.contract.ts';
import { apiInterface, interfaceAdd, interfacePublish } from '../../src/modules/access/common/interface.contract.ts';
import { interfacePrefix } from '../../src/modules/access/common/prefix.contract.ts';
import { accessSystem, grantSave } from '../../src/modules/access/common/system.contract.ts';
import { rootDepartmentId as ownerDeptId } from '../../src/modules/people/common/root.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { faultsOf } from '../looked-at.ts';

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
