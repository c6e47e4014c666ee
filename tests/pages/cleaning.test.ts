import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getJob } from '../../src/kit/common/jobs/job.contract.ts';
import * as archive from '../../src/modules/logs/common/cleaning/archive.contract.ts';
import * as clear from '../../src/modules/logs/common/cleaning/clear.contract.ts';
import { holdAdd, holdList, holdRelease } from '../../src/modules/logs/common/cleaning/hold.contract.ts';
import { operationList } from '../../src/modules/logs/common/operation-log.contract.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { faultsOf } from '../looked-at.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { openByKeyboard, pressOn } from './keyboard.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let recordId = '';
let holdId = '';
let archiveId = '';

async function ended(jobId: string): Promise<unknown> {
  const job = await vi.waitFor(
    async () => {
      const found = await admin.call(getJob, { id: jobId });
      expect(found.endedAt).not.toBeNull();
      return found;
    },
    { timeout: 30_000, interval: 100 },
  );
  expect(job.error).toBeNull();
  return job.result;
}

/** Rows of fifteen months ago, sealed. */
async function oldRows(): Promise<void> {
  const { pool } = console_.product.database;
  const date = new Date();
  const at = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 15, 10);
  await pool.query(`select make_log_partition('audit_log', $1)`, [at]);
  await pool.query(
    `insert into audit_log (id, at, uid, account, name, address, user_agent, request_id, operation, path, module, object_count, code, duration_ms, form, actor_paths, dangerous)
      select gen_random_uuid(), $1::bigint + n, 'old', 'old', 'Old Hand', '10.0.0.1', '', '', 'department.add', '', 'user-centre', 0, 0, 0, 2, '{}', false from generate_series(1, 50) as n`,
    [at],
  );
  await vi.waitFor(
    async () => {
      const { rows } = await pool.query(`select from audit_log l join audit_seal s on s.row_id = l.id where l.account = 'old'`);
      expect(rows).toHaveLength(50);
    },
    { timeout: 30_000, interval: 200 },
  );
}

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  await oldRows();
  const { jobId } = await admin.call(clear.clearEstimate, { kind: 'operation', keepDays: 365, mode: 'archiveThenDelete' });
  const estimate = clear.Estimate.parse(await ended(jobId));
  const run = await admin.call(clear.clearRun, { kind: 'operation', estimateId: estimate.id });
  recordId = run.id;
  await ended(run.jobId);
  archiveId = (await admin.call(archive.archiveList, {})).list[0]!.id;
  const reason = 'Dispute about a contract';
  ({ id: holdId } = await admin.call(holdAdd, { name: 'Case 2024-7', reason, addresses: ['198.51.100.7'] }));
  await admin.call(holdRelease, { id: holdId, version: 1, reason });
  const restore = await admin.call(archive.archiveRestore, { id: archiveId, reason });
  await ended(restore.jobId);
}, 180_000);
afterAll(() => console_.stop());

const base = '/logs_cleaning/cleanup_mechanism';
const views = (): [string, string, string][] => [
  ['retention', '/logs_cleaning', '.whk-open'],
  ['retention-one', `${base}?id=operation`, '.ant-drawer .whk-facts'],
  ['holds', `${base}?view=holds`, '.whk-open'],
  ['hold', `${base}?view=holds&id=${holdId}`, '.wlc-asked'],
  ['hold-new', `${base}?view=holds&add=`, '.ant-drawer .ant-form-item textarea'],
  ['archives', `${base}?view=archives`, '.whk-open'],
  ['archive', `${base}?view=archives&id=${archiveId}`, '.ant-drawer .wlc-parts li'],
  ['targets', `${base}?view=targets`, '.whk-panel'],
  ['records', '/logs_cleaning/cleanup_record', '.whk-open'],
  ['record', `/logs_cleaning/cleanup_record?id=${recordId}`, '.ant-drawer .wlc-parts li'],
  ['restored', `/logs_system_operation?archive=${archiveId}`, '.wlc-notice'],
];

for (const { language, theme, width } of looks())
  test(`Cleaning: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const [name, view, ready] of views()) {
      await page.goto(console_.product.origin + view);
      await page.locator(ready).first().waitFor();
      await picture(page, `cleaning-${name}-${language}-${theme}-${width}`, true);
      expect([name, await faultsOf(page, { state: name })]).toEqual([name, []]);
      expect([name, (await page.evaluate(() => document.documentElement.scrollWidth)) <= width]).toEqual([name, true]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

test('A shorter time is saved with its estimate, waits, and is taken back', async () => {
  const { page, context } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(`${console_.product.origin}${base}?id=read`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const days = page.locator('.ant-form-item').filter({ hasText: 'Days kept' }).locator('input');
  await days.waitFor();
  await days.fill('179');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Logs of this kind must be kept for at least 180 days').first().waitFor();
  expect(await admin.call(clear.clearConfigGet, { kind: 'read' })).toMatchObject({ keepDays: 365, pending: null });
  await days.fill('200');
  await page.getByText('Estimate before saving a shorter time.').waitFor();
  await page.getByRole('button', { name: 'Estimate the effect of this' }).click();
  await page.getByText('Nothing is over its time.').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await admin.call(clear.clearConfigGet, { kind: 'read' })).pending?.keepDays).toBe(200);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await expect.poll(async () => (await admin.call(clear.clearConfigGet, { kind: 'read' })).pending).toBeNull();
  await context.close();
});

test('A row of the log leads to a hold on its person; after it was added the address says nothing of it', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  const [row] = (await admin.call(operationList, { word: ['legalHold.add'] })).list;
  await page.goto(`${console_.product.origin}/logs_system_operation?id=${row!.id}`);
  await page.locator('.ant-drawer .wl-ways').getByRole('link').click();
  await page.locator('.whk-drawer .ant-form-item textarea').waitFor();
  await page.locator('.whk-drawer').getByText(row!.name).first().waitFor();
  await page.locator('.whk-drawer .ant-form-item input').first().fill('From a row');
  await page.locator('.whk-drawer .ant-form-item textarea').first().fill('Dispute with this person');
  await picture(page, 'hold-from-row');
  expect(await faultsOf(page)).toEqual([]);
  await page.locator('.whk-drawer .ant-btn-primary').click();
  const held = async () => (await admin.call(holdList, {})).list.find(({ name }) => name === 'From a row');
  await expect.poll(async () => (await held())?.employeeIds).toEqual([row!.uid]);
  await expect.poll(() => page.url()).not.toContain('person=');
  expect(complaints).toEqual([]);
  await context.close();
});

test('By keyboard alone through records, holds and archives; their times are those of UTC where that is chosen', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  const { origin } = console_.product;
  await page.goto(`${origin}/logs_cleaning/cleanup_record`);
  await page.locator('.whk-open').first().waitFor();
  await pressOn(page, page.locator('.wl-utc button[role=switch]'), 'Space');
  const time = page.locator('.whk-open').first().locator('xpath=ancestor::tr').locator('time').first();
  await expect.poll(() => time.innerText()).toMatch(/UTC$/);
  await openByKeyboard(page, '.wlc-parts li');
  for (const [view, inside] of [
    ['holds', '.whk-facts'],
    ['archives', '.wlc-parts li'],
  ] as const) {
    await page.goto(`${origin}${base}?view=${view}`);
    await page.locator('.whk-open').first().waitFor();
    await openByKeyboard(page, inside);
  }
  await pressOn(page, page.locator('.wl-utc button[role=switch]'), 'Space');
  expect(complaints).toEqual([]);
  await context.close();
});
