import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { employeeAdd } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { address } from '../../src/modules/message-addresses/common/address.contract.ts';
import { pushProvider } from '../../src/modules/message-addresses/common/service.contract.ts';
import { fileConfigGet } from '../../src/modules/message-files/common/file-config.contract.ts';
import { fileList } from '../../src/modules/message-files/common/file.contract.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { faultsOf } from '../looked-at.ts';

let console_: TestConsole;
let admin: ConsoleClient;

/** A file between two people, as terminals leave it behind. */
async function sentFile(one: string, other: string, name: string): Promise<void> {
  const { pool } = console_.product.services.database;
  const [conversation, message, file] = [randomUUID(), randomUUID(), randomUUID()];
  const hash = createHash('sha256').update(name).digest('hex');
  const now = Date.now();
  await pool.query(
    `insert into file (id, hash, name, type, size, purpose, owner, created_at) values ($1, $2, $3, 'application/pdf', 250000, 'message', $4, $5)`,
    [file, hash, name, one, now],
  );
  await pool.query(
    `insert into im_conversation (id, kind, one_id, other_id, last_seq, last_at, created_at) values ($1, 'single', $2, $3, 1, $4, $4)`,
    [conversation, one, other, now],
  );
  await pool.query(
    `insert into im_message (id, conversation_id, seq, client_id, wish_hash, sender_kind, sender_id, via, kind, size, file_ids, sent_at)
     values ($1, $2, 1, $1, '', 'employee', $3, 'terminal', 'file', 0, array[$4::uuid], $5)`,
    [message, conversation, one, file, now],
  );
}

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const assignments = [{ departmentId: rootDepartmentId, primary: true }];
  const ids: string[] = [];
  for (const account of ['ann', 'bob', 'cid']) ids.push((await admin.call(employeeAdd, { account, name: account, assignments })).id);
  await sentFile(ids[0]!, ids[1]!, 'quarterly-report.pdf');
  await sentFile(ids[0]!, ids[2]!, 'salaries.pdf');
  await admin.call(pushProvider.add, {
    name: 'Vendor',
    code: 'vendor',
    url: 'https://push.example.com/send',
    secret: 'a-key-of-the-vendor',
  });
  const { pool } = console_.product.services.database;
  const node = randomUUID();
  const ever = Date.now() + 3_600_000;
  await pool.query(`insert into im_node (id, name, started_at, seen_at) values ($1, 'node-2 4711', $2, $3)`, [node, Date.now(), ever]);
  await pool.query(
    `insert into im_online (id, node_id, employee_id, device_id, platform, address, since_at) values ($1, $2, $3, 'phone', 2, '10.1.2.3', $4)`,
    [randomUUID(), node, ids[0], Date.now()],
  );
  await admin.call(address.add, { name: 'Main', url: 'wss://im.example.com/client/im/connect' });
}, 180_000);
afterAll(() => console_.stop());

const places = [
  ['files', '/imm_file_manage/file_list', '.whk-open'],
  ['storage', '/imm_file_manage/file_list?view=storage', '.mf-storage'],
  ['settings', '/imm_file_manage/file_config', '.mf-matrix'],
  ['addresses', '/im_svc_address_setting', '.whk-open'],
  ['engine', '/im_svc_address_setting?tab=engine', '.ma-nodes'],
  ['online', '/im_svc_address_setting?tab=online', '.ma-counts'],
  ['push', '/im_svc_address_setting?tab=push', '.whk-open'],
] as const;

for (const { language, theme, width } of looks())
  test(`Files of chats and addresses: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const [part, place, shown] of places) {
      await page.goto(`${console_.product.origin}${place}`);
      await page.locator(shown).first().waitFor();
      await picture(page, `${part}-${language}-${theme}-${width}`, true);
      expect([part, await faultsOf(page, { state: part })]).toEqual([part, []]);
      expect([part, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([part, width]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

test('A file is put into quarantine with a reason and given back from its drawer; a limit is lowered', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  const state = async () => (await admin.call(fileList, { text: 'salaries' })).list[0]?.state;
  await page.goto(`${console_.product.origin}/imm_file_manage/file_list`);
  await page.getByText('salaries.pdf').first().click();
  const drawer = page.locator('.ant-drawer', { has: page.locator('.whk-tabs') });
  await drawer.getByRole('button', { name: 'Quarantine', exact: true }).click();
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('Reason') });
  await dialog.getByLabel('Reason').fill('Sent to the wrong person');
  await dialog.getByRole('button', { name: 'Quarantine', exact: true }).click();
  await expect.poll(state).toBe('quarantined');
  await drawer.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect.poll(state).toBe('normal');
  await page.goto(`${console_.product.origin}/imm_file_manage/file_config`);
  await page.locator('.mf-matrix').getByLabel('Largest file (MiB)').first().fill('50');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await admin.call(fileConfigGet, {})).limits.single.mobile.maxFile).toBe(50);
  expect(complaints).toEqual([]);
  await context.close();
});
