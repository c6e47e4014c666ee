import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/kit/server/ids.ts';
import { confirm } from '../../src/kit/common/session/session.contract.ts';
import { callsPage, statisticsPage } from '../../src/modules/call-logs/common/permissions.ts';
import { flushCalls, recordCall, type CallRecord } from '../../src/modules/call-logs/server/public.ts';
import { connectParam } from '../../src/modules/connect/common/connect.contract.ts';
import { connectAppPage, connectParamsPage } from '../../src/modules/connect/common/permissions.ts';
import { paramPage } from '../../src/modules/conversion/common/permissions.ts';
import { sysApi } from '../../src/modules/open-api/common/open-api.contract.ts';
import { openApiPage } from '../../src/modules/open-api/common/permissions.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { faultsOf } from '../looked-at.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { testPassword } from '../product.ts';

let console_: TestConsole;

const target = (name: string): CallRecord['target'] => ({
  interfaceId: newId(),
  systemId: newId(),
  systemCode: 'erp',
  systemName: 'ERP',
  name,
  path: `erp/sales/${name.toLowerCase().replaceAll(' ', '-')}`,
  kind: 'http',
  ownerDeptId: rootDepartmentId,
});

beforeAll(async () => {
  console_ = await openTestConsole();
  const { services } = console_.product;
  for (const [size, name] of ['Orders', 'Stock', 'Payslips', 'Employee record'].entries()) {
    const one = target(name);
    for (let index = 0; index < 60 * (4 - size); index += 1) {
      const failed = index % (7 + size) === 0;
      recordCall(services, {
        at: services.now() - 60_000 - ((index * 7_919_000) % 82_000_000),
        requestId: `req-${size}-${index}`,
        target: one,
        versionNo: 1 + (index % 2),
        caller: index % 3 === 0 ? { kind: 'system', id: 'crm', name: 'CRM' } : { kind: 'terminal' },
        address: '10.1.2.3',
        method: 'GET',
        class: failed ? (index % 2 === 0 ? 'timeout' : 'fault') : 'ok',
        httpStatus: failed ? 504 : 200,
        code: failed ? 14312 : 0,
        ms: { total: 20 + ((index * 37) % 180) * (failed ? 12 : 1), target: 15 },
        bytes: { in: 300, out: 4_000 },
        steps: [
          { step: 'caller', from: 0, ms: 0.6, state: 'done', detail: 'CRM' },
          { step: 'cache', from: 0.6, ms: 0, state: 'skipped', detail: 'off' },
          { step: 'target', from: 0.8, ms: 15, state: failed ? 'failed' : 'done', data: { status: failed ? 504 : 200 } },
          { step: 'answer', from: 16, ms: 1, state: 'done' },
        ],
        request: { contentType: 'application/json', headers: { 'x-key': '••••' }, text: '{"article":"screw"}', bytes: 19 },
        answer: { contentType: 'application/json', text: '{"stock":12}', bytes: 12 },
      });
    }
  }
  await flushCalls(services);
  const admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  admin.token = (await admin.call(confirm, { password: testPassword })).accessToken;
  await admin.call(sysApi.add, { code: 'contacts/employees' });
  await admin.call(connectParam.add, { name: 'theme', value: 'green', ownerDeptId: rootDepartmentId });
}, 180_000);
afterAll(() => console_.stop());

for (const { language, theme, width } of looks())
  test(`Calls, statistics, conversion, open API, connect: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    const look = async (part: string, address: string, selector: string): Promise<void> => {
      await page.goto(`${console_.product.origin}${address}`);
      await page.locator(selector).first().waitFor();
      await picture(page, `${part}-${language}-${theme}-${width}`, true);
      expect([part, await faultsOf(page, { state: part })]).toEqual([part, []]);
      expect([part, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([part, width]);
    };
    await look('calls', callsPage.route!, '.wcl-called');
    await look('call-statistics', statisticsPage.route!, '.whc-multiples canvas');
    await look('conversion', paramPage.route!, '.whk-form');
    await look('conversion-queue', `${paramPage.route!}?tab=queue`, '.whk-state');
    await look('open-api', openApiPage.route!, '.whk-open');
    await look('open-api-catalogue', `${openApiPage.route!}?tab=catalogue`, '.woa-list li');
    await look('connect', connectAppPage.route!, '.whk-state');
    await look('connect-params', connectParamsPage.route!, '.whk-open');
    expect(complaints).toEqual([]);
    await context.close();
  });

test('A failed call is opened from the figures: its steps, its answer; what comes is followed live', async () => {
  const { page, context } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(`${console_.product.origin}${statisticsPage.route!}`);
  await page.locator('.wcl-groups a', { hasText: 'Orders' }).click();
  await page.locator('.wcl-called').first().waitFor();
  expect(new URL(page.url()).searchParams.get('interfaceId')).not.toBeNull();
  await page.locator('.whk-open').first().click();
  await page.locator('.ant-drawer .wcl-steps li').nth(3).waitFor();
  expect(await page.locator('.ant-drawer .wcl-body').last().textContent()).toContain('"stock": 12');
  await picture(page, 'call-drawer');
  await page.keyboard.press('Escape');
  await page.goto(`${console_.product.origin}${callsPage.route!}`);
  await page.locator('.wcl-tail [role=switch]').click();
  await page.locator('.wcl-tail [role=log] p').waitFor();
  const { services } = console_.product;
  recordCall(services, {
    at: services.now(),
    requestId: 'live',
    target: target('Live'),
    versionNo: 1,
    caller: { kind: 'terminal' },
    address: '10.0.0.1',
    method: 'GET',
    class: 'ok',
    httpStatus: 200,
    code: 0,
    ms: { total: 5 },
    bytes: { in: 1, out: 1 },
  });
  await page.locator('.wcl-lines li', { hasText: 'Live' }).waitFor();
  await context.close();
});
