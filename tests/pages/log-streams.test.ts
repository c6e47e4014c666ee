import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { streamAdd, streamEnable, streamList } from '../../src/modules/logs/common/stream.contract.ts';
import { departmentAdd } from '../../src/modules/people/common/department.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { faultsOf } from '../looked-at.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { focusOn } from './keyboard.ts';
import { freePort } from '../peers/free-port.ts';
import { makeRsyslog, type Rsyslog } from '../peers/rsyslog.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let peer: Rsyslog;
let id = '';

beforeAll(async () => {
  peer = makeRsyslog(await freePort());
  await peer.start();
  console_ = await openTestConsole({ ALLOWED_NETWORKS: `127.0.0.1:${peer.port}` });
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  id = (await admin.call(streamAdd, { name: 'SIEM 上海', host: '127.0.0.1', port: peer.port, ca: peer.ca })).id;
  const far = (await admin.call(streamAdd, { name: 'Not reachable', host: '127.0.0.1', port: 9 })).id;
  await admin.call(streamEnable, { ids: [id, far] });
}, 120_000);
afterAll(async () => {
  await console_.stop();
  await peer.remove();
});

for (const { language, theme, width } of looks())
  test(`Streams of the logs: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    const look = async (part: string): Promise<void> => {
      await picture(page, `${part}-${language}-${theme}-${width}`);
      expect([part, await faultsOf(page, { state: part })]).toEqual([part, []]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    };
    const open = async (query: string): Promise<void> =>
      void (await page.goto(`${console_.product.origin}/logs_system_operation?${query}`));
    const stateOf = async (name: string) => (await admin.call(streamList, { text: name })).list[0]?.state;
    await expect.poll(() => stateOf('SIEM')).toBe('live');
    await expect.poll(() => stateOf('Not reachable')).toBe('failed');
    await open('view=stream');
    await page.locator('.whk-open').nth(1).waitFor();
    await look('streams');
    await open(`view=stream&id=${id}`);
    await page.locator('.ant-drawer .whk-facts').first().waitFor();
    await look('stream');
    await open('view=stream&add');
    await page.locator('.ant-drawer .ant-form-item textarea').last().waitFor();
    await page.locator('.ant-drawer .wl-stream-filter .ant-select').first().waitFor();
    await look('stream-add');
    await open('view=seal');
    await page.locator('.wl-seals-do button[aria-expanded]').click();
    await page.locator('.wl-hashes pre').first().waitFor();
    await look('keys');
    expect(complaints).toEqual([]);
    await context.close();
  });

test('By keyboard alone: a stream is added with its defaults, tested, and switched on', async () => {
  const { page, context } = await openSignedIn(console_);
  await page.goto(`${console_.product.origin}/logs_system_operation?view=stream`);
  await page.getByRole('button', { name: 'Add a stream' }).focus();
  await page.keyboard.press('Enter');
  // Fields come one by one, the last ones perhaps before the first; the cursor waits for the first.
  const field = (name: string) => page.locator('.ant-drawer').getByLabel(name, { exact: true });
  await focusOn(field('Name'));
  await page.keyboard.type('Keyboard');
  await page.keyboard.press('Tab');
  await focusOn(field('Host'));
  await page.keyboard.type('127.0.0.1');
  await page.keyboard.press('Tab');
  await focusOn(field('Port'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(String(peer.port));
  await field('Certificate of the authority (PEM)').focus();
  await page.keyboard.insertText(peer.ca);
  await page.keyboard.press('Enter');
  await page.locator('.ant-drawer .whk-drawer-foot .ant-btn-primary').focus();
  await page.keyboard.press('Enter');
  const find = async () => (await admin.call(streamList, { text: 'Keyboard' })).list[0];
  await expect.poll(async () => (await find())?.host).toBe('127.0.0.1');
  const drawer = page.locator('.ant-drawer').filter({ has: page.locator('.whk-facts') });
  await drawer.waitFor();
  const press = async (name: string): Promise<void> => {
    const button = drawer.getByRole('button', { name, exact: true });
    if (!(await button.isVisible())) {
      await drawer.locator('.whk-header-actions button').last().focus();
      await page.keyboard.press('Enter');
    }
    await page.getByRole('button', { name, exact: true }).last().focus();
    await page.keyboard.press('Enter');
  };
  await press('Test streams');
  await page.getByRole('dialog', { name: 'Keyboard' }).getByText('CN=peer').first().waitFor();
  await page.getByRole('dialog', { name: 'Keyboard' }).getByRole('button', { name: 'Close' }).last().focus();
  await page.keyboard.press('Enter');
  await press('Enable streams');
  await expect.poll(async () => (await find())?.enabled).toBe(true);
  await context.close();
});

test('A verification says what it found; rows are exported through the dialog, with a reason and neutral cells', async () => {
  // Another name at each try: the one before may have made it.
  const cell = `x${Date.now()}`;
  await admin.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: `=HYPERLINK("${cell}")` } });
  const { page, context } = await openSignedIn(console_);
  await page.goto(`${console_.product.origin}/logs_system_operation?view=seal`);
  await page.getByRole('button', { name: 'Verify all' }).click();
  await page.getByText('The verification has begun').waitFor();
  await page.getByText(/Verified: all \d+ rows are as they were sealed/).waitFor({ timeout: 120_000 });
  await page.goto(`${console_.product.origin}/logs_system_operation?word=department.add`);
  await page.locator('.whk-open').first().waitFor();
  await picture(page, 'before-export');
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: /Export/ });
  await dialog.getByText('csv').click();
  const go = dialog.getByRole('button', { name: 'Export' });
  expect(await go.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill('The auditor asked for it');
  const [download] = await Promise.all([page.waitForEvent('download'), go.click()]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain(`"'=HYPERLINK(""${cell}"")"`);
  expect(text).toContain('The auditor asked for it');
  await context.close();
});

test('What another administrator does appears while the log is followed; what lies around a row is shown in its drawer', async () => {
  const { page, context } = await openSignedIn(console_);
  await page.goto(`${console_.product.origin}/logs_system_operation?word=department.add`);
  await page.locator('.wl-tail button[role=switch]').focus();
  await page.keyboard.press('Space');
  await page.getByText('Waiting for new rows…').waitFor();
  await admin.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: '现场部门' } });
  await page.getByRole('log').getByText('现场部门').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'tail');
  await page.reload();
  await page.locator('.whk-open').first().click();
  await page.locator('.ant-drawer').getByRole('button', { name: 'Show 10 minutes before and after' }).click();
  await page.locator('.ant-drawer .wl-lines > li').first().waitFor();
  await picture(page, 'around');
  expect(await faultsOf(page)).toEqual([]);
  await context.close();
});
