import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminRisk, diskLow, jobFailed, jobStuck } from '../../src/kit/server/warning/kit-warnings.ts';
import { raiseWarning } from '../../src/kit/server/warning/open-warnings.ts';
import { noticePersonAdd, noticePersonList } from '../../src/modules/warnings/common/notice-person.contract.ts';
import { silenceAdd } from '../../src/modules/warnings/common/silence.contract.ts';
import { warningList } from '../../src/modules/warnings/common/warning.contract.ts';
import { builtinAdminUid } from '../../src/kit/server/caller.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { faultsOf } from '../looked-at.ts';
import { ConsoleClient } from '../journeys/console-client.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let receiver: Server;
const received: string[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    request.on('data', (part: Buffer) => received.push(part.toString()));
    request.on('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  console_ = await openTestConsole({ ALLOWED_NETWORKS: `127.0.0.1:${port}` });
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const { db } = console_.product.database;
  await admin.call(noticePersonAdd, { employeeId: builtinAdminUid, channels: ['console'], language: 'en_US' }).catch(() => undefined);
  await admin.call(noticePersonAdd, {
    name: 'Duty desk',
    webhookUrl: `http://127.0.0.1:${port}/`,
    channels: ['webhook'],
    webhookSecret: 'a secret of a page',
  });
  await raiseWarning(db, jobFailed, {
    object: { kind: 'job', id: 'muc.import', name: '导入人员' },
    facts: { reason: '文件已损坏', person: 'Li Si', jobId: 'x' },
  });
  await raiseWarning(db, jobStuck, { object: { kind: 'job', id: 'j1', name: '导出日志' }, facts: { minutes: 17, person: 'Li Si' } });
  await raiseWarning(db, adminRisk, {
    object: { kind: 'employee', id: 'e1', name: 'Zhang San' },
    facts: { role: '超级管理员', by: 'admin', way: 'employee' },
  });
  await raiseWarning(db, diskLow, {
    object: { kind: 'disk', id: 'node-1:data', name: 'node-1 data' },
    facts: { percent: 3.2, free: 2_147_483_648, folder: '/srv/data', host: 'node-1' },
    severity: 'critical',
  });
  await admin.call(silenceAdd, { kind: 'job.stuck', until: Date.now() + 3_600_000, reason: 'The export of the year runs over night' });
  // Disks must hold for a minute: three are in force.
  for (let look = 0; look < 60 && (await admin.call(warningList, {})).total < 3; look += 1) await sleep(500);
}, 180_000);
afterAll(async () => {
  await console_.stop();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

for (const { language, theme, width } of looks())
  test(`Warnings: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    const look = async (part: string): Promise<void> => {
      await picture(page, `${part}-${language}-${theme}-${width}`);
      expect([part, await faultsOf(page, { state: part })]).toEqual([part, []]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    };
    const open = async (query: string): Promise<void> => {
      await page.goto(`${console_.product.origin}/sys_warning_manager${query}`);
      await page.locator('.whk-panel').waitFor();
    };
    await open('');
    await page.locator('.whk-open').first().waitFor();
    await look('warnings');
    await page.locator('.whk-open').first().click();
    await page.locator('.ant-drawer .whk-facts').first().waitFor();
    await look('warning');
    await open('?tab=rules');
    await page.locator('.whk-open').first().waitFor();
    await look('rules');
    await page.locator('.whk-open').first().click();
    await page.locator('.ant-drawer .whk-facts').first().waitFor();
    await look('rule');
    await open('?tab=rules&add=');
    await page.locator('.ant-drawer .ant-form-item').nth(5).waitFor();
    await look('rule-form');
    await open('?tab=persons');
    await page.locator('.whk-open').first().waitFor();
    await look('persons');
    await open('?tab=persons&add=');
    await page.locator('.ant-drawer .ant-form-item').nth(5).waitFor();
    await look('person-form');
    await open('?tab=silences');
    await page.getByText('The export of the year').first().waitFor();
    await look('silences');
    await open('?tab=history');
    await page.locator('.whk-open').first().waitFor();
    await look('history');
    await open('?tab=history&view=notices');
    await page.locator('.whk-open').first().waitFor();
    await look('notices');
    await page.goto(`${console_.product.origin}/home`);
    await page.locator('.wh-tile').first().waitFor();
    await look('home-with-warnings');
    expect(complaints).toEqual([]);
    await context.close();
  });

test('A warning is acknowledged, a rule replayed before it is saved, a channel tested with the real answer', async () => {
  const { page, context } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(`${console_.product.origin}/sys_warning_manager`);
  await page
    .getByRole('button', { name: /The job “导入人员” failed/ })
    .first()
    .click();
  const drawer = page.locator('.ant-drawer');
  // What has just begun is drawn, too, and not beyond the edge.
  const bar = drawer.locator('.ww-chart rect').first();
  expect(Number(await bar.getAttribute('x')) + Number(await bar.getAttribute('width'))).toBeLessThanOrEqual(1000);
  await drawer.getByRole('button', { name: 'Acknowledge' }).click();
  const dialog = page.locator('.ant-modal');
  await dialog.locator('textarea').fill('I look at it');
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expect.poll(async () => (await admin.call(warningList, { state: ['acknowledged'] })).total).toBe(1);
  await page.goto(`${console_.product.origin}/sys_warning_manager?tab=rules&text=job`);
  await page.getByRole('button', { name: 'A job failed' }).first().click();
  await drawer.getByRole('button', { name: 'Edit rules' }).click();
  const form = page.locator('.whk-drawer');
  await form.locator('.ant-form-item').nth(3).waitFor();
  await form.getByRole('button', { name: 'Replay 30 days' }).click();
  await form.getByText('1 alert in 30 days on 1 object').waitFor();
  await page.goto(`${console_.product.origin}/sys_warning_manager?tab=persons`);
  await page.getByRole('button', { name: 'Duty desk' }).first().click();
  await drawer.getByRole('tab', { name: 'Test' }).click();
  await drawer.getByRole('button', { name: 'Test: Webhook' }).click();
  await drawer.getByText('Good: HTTP 200').waitFor();
  // Whoever has no language of their own is written to in that of the company.
  expect(received.some((body) => body.includes('测试：'))).toBe(true);
  expect((await admin.call(noticePersonList, { text: 'Duty' })).list[0]!.tests).toMatchObject([{ channel: 'webhook', ok: true }]);
  await context.close();
});
