import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { platformSave } from '../../src/modules/servers/common/platform.contract.ts';
import { serverAdd, serverDrain, serverGet, serverTest } from '../../src/modules/servers/common/server.contract.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { faultsOf } from '../looked-at.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { makeCertificates } from '../peers/certificates.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let id = '';
const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-servers-'));
const files = makeCertificates(folder, { for: 'IP:127.0.0.1', days: 29 });
const peer = createServer({ cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) }, (_request, response) =>
  response.end('ok'),
);

beforeAll(async () => {
  peer.listen(0, '127.0.0.1');
  await once(peer, 'listening');
  const { port } = peer.address() as AddressInfo;
  console_ = await openTestConsole({ ALLOWED_NETWORKS: `127.0.0.1:${port}` });
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const here = { scheme: 'https' as const, host: '127.0.0.1', port };
  const away = { scheme: 'https' as const, host: 'push.invalid', port: 443, zone: 'outer' as const };
  const added = (draft: Parameters<typeof admin.call<typeof serverAdd>>[1]) => admin.call(serverAdd, { ca: files.ca, ...draft });
  ({ id } = await added({ name: '接口一', code: 'api-1', kind: 'api', addresses: [here] }));
  const im = await added({ name: '即时消息', code: 'im-1', kind: 'im', addresses: [{ ...here, zone: 'inner' }, here] });
  const push = await added({ name: '推送网关', code: 'push-1', kind: 'push', addresses: [away] });
  const old = await added({ name: '旧文件服务器', code: 'file-1', kind: 'file', addresses: [{ ...here, zone: 'inner' }] });
  await admin.call(serverDrain, { ids: [old.id] });
  for (const one of [id, im.id, push.id, old.id]) await admin.call(serverTest, { id: one });
  const rows = [
    { kind: 'api' as const, serverConfigIds: [id] },
    { kind: 'im' as const, serverConfigIds: [im.id] },
  ];
  await admin.call(platformSave, { platform: 1, version: 1, rows, minVersion: '3.0.0' });
  await admin.call(platformSave, {
    platform: 4,
    version: 1,
    rows: [...rows, { kind: 'push' as const, serverConfigIds: [push.id] }],
    minVersion: null,
  });
}, 120_000);
afterAll(async () => {
  await console_.stop();
  peer.close();
  rmSync(folder, { recursive: true, force: true });
});

const pages = (): [name: string, address: string, ready: string][] => [
  ['servers-overview', '/sys_sevo', '.ws-drawing svg, .ws-table'],
  ['servers-list', '/sys_sevo?tab=servers', '.whk-table, .whk-cards'],
  ['servers-check', `/sys_sevo?tab=servers&id=${id}&show=check`, '.ws-card'],
  ['servers-add', '/sys_sevo?add', '.ws-addresses input'],
  ['servers-platforms', '/sys_sevo?tab=platforms', '.ws-document'],
  ['servers-nodes', '/sys_sevo?tab=nodes', '.ws-table tbody tr'],
];

for (const { language, theme, width } of looks())
  test(`Servers: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const [name, address, ready] of pages()) {
      await page.goto(console_.product.origin + address);
      await page.locator(ready).first().waitFor();
      await page.waitForTimeout(300);
      await picture(page, `${name}-${language}-${theme}-${width}`, name !== 'servers-add');
      expect([name, await faultsOf(page, { state: name })]).toEqual([name, []]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

/** Answers that wait until they are let go. */
function heldBack(): { until: Promise<void>; let: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { until: promise, let: resolve };
}

test('A server is added, checked, and its addresses changed under the guard', async () => {
  const { page, context, complaints } = await openSignedIn(console_);
  await page.goto(`${console_.product.origin}/sys_sevo?tab=servers`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const form = page.locator('.whk-drawer').last();
  await form.getByLabel('Name', { exact: true }).fill('Navigation');
  await form.getByLabel('Code', { exact: true }).fill('nav-1');
  await form.getByLabel('Address 1: Host').fill('nav.example.com');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  const drawer = page.getByRole('dialog').filter({ hasText: 'nav-1' });
  await drawer.getByRole('button', { name: 'Edit' }).click();
  const edit = page.locator('.whk-drawer').last();
  await edit.getByLabel('Address 1: Host').fill('nav2.example.com');
  // The page is read anew for as long as it takes: what is saved already is not asked about meanwhile.
  const details = heldBack();
  await page.route('**/api/sys/server/get?**', (route) => details.until.then(() => route.continue()));
  await edit.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/The change of “Navigation” is reverted automatically/).waitFor();
  await picture(page, 'servers-guard');
  await page.keyboard.press('Escape');
  await edit.waitFor({ state: 'detached' });
  expect(await page.locator('.ant-modal').count()).toBe(0);
  expect(await drawer.isVisible()).toBe(true);
  details.let();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Revert now' }).click();
  await page.getByText(/is reverted automatically/).waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await context.close();
});

test('The draft of a platform is published after its question, and the bundle says first what leaves', async () => {
  expect(await admin.call(serverGet, { id })).toMatchObject({ state: 'ok', platforms: [1, 4] });
  const { page, context, complaints } = await openSignedIn(console_);
  await page.goto(`${console_.product.origin}/sys_sevo?tab=platforms`);
  await page.getByText('Not published yet').waitFor();
  const answer = heldBack();
  await page.route('**/api/sys/server/platforms/publish', async (route) => {
    if (route.request().postData()?.includes('"dryRun"')) await answer.until;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Publish platform' }).click();
  const agree = page.getByRole('dialog').getByRole('button', { name: 'Publish platform' });
  await page.getByRole('dialog').getByText('Working out what this touches').waitFor();
  const asked = await agree.boundingBox();
  answer.let();
  await page.getByRole('dialog').getByText('Working out what this touches').waitFor({ state: 'detached' });
  // Nothing moves away from below the pointer.
  expect(await agree.boundingBox()).toEqual(asked);
  await agree.click();
  await page.getByText(/^Version 1, published/).waitFor();
  await picture(page, 'servers-published', true);
  await page.getByRole('button', { name: 'Support bundle' }).click();
  await page.getByText(/^servers\.json/).waitFor();
  await picture(page, 'servers-bundle');
  expect(await faultsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});
