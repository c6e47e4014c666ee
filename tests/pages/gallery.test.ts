import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parts } from '../../src/kit/console/gallery/parts.ts';
import { openBrowser, openPageAt, picture, type ConsolePage, type Look } from '../browser.ts';
import { faultsOf } from '../looked-at.ts';
import { startGallery, type GalleryServer } from '../gallery-server.ts';

let gallery: GalleryServer;
let browser: Browser;

beforeAll(async () => {
  [gallery, browser] = await Promise.all([startGallery(), openBrowser()]);
}, 300_000);
afterAll(async () => {
  await browser.close();
  await gallery.stop();
});

/** What has to be on screen before a part counts as drawn: one selector for each of its states that has something of its own. */
const expected: Readonly<Record<string, readonly string[]>> = {
  table: ['.whk-table, .whk-cards', '.whk-bulk', '.whk-state[data-tone=error]', '.whk-waiting', '.whk-pager'],
  filters: ['[role=search] .whk-filter-button', '.whk-tick', '.whk-state', '.whk-pager'],
  pager: ['.whk-pager button:disabled', '.whk-pager button:enabled'],
  page: ['.whk-header', '.whk-tabs [role=tab]', '.whk-facts dd', '.whk-panel'],
  form: ['.whk-local', '.whk-country', '.whk-kept', '.ant-picker', 'textarea', '[role=switch]', '.whk-picker'],
  action: ['.ant-btn-dangerous', '.ant-btn:disabled'],
  pickers: ['.whk-picker', '[role=tree] [role=treeitem]', '.ant-select-disabled'],
  change: [
    '.whk-impact-line',
    '.whk-history ins',
    '.whk-state',
    '.whk-plan-issue',
    '.whk-plan .ant-alert-warning',
    '.whk-form-foot .ant-btn-primary',
  ],
  jobs: ['.whk-job[data-state=running] [role=progressbar]', '.whk-job[data-state=failed]'],
  crud: ['.whk-table, .whk-cards', '[role=search]'],
  panel: ['.whk-table, .whk-cards', '[role=search] .whk-filter-button', '.whk-place'],
  settings: ['.whk-form'],
  log: ['.whk-table, .whk-cards', '[role=search]'],
  wizard: ['main form'],
  chart: ['.whc-canvas canvas', '.whc-span', '.whc-multiples .whc', '.whc-spark', '.whc-none', '.whc-legend button'],
  states: ['.whk-state[data-tone=error]', '.whk-waiting', '.wh-failed'],
  roles: ['.whk-role-list li', '.whk-panel'],
  files: ['input[type=file]'],
  shell: ['.wh-qr canvas, .wh-qr svg', '.wh-deaf', '.wh-blank', '.ant-alert-error', '.wh-help kbd'],
};

test('every part says what it shows', () => {
  expect(Object.keys(expected)).toEqual(parts.map(({ name }) => name));
});

async function openPart(page: Page, name: string, query = ''): Promise<void> {
  await page.goto(`${gallery.address}${query}#/${name}`);
  await page.locator('main h1').first().waitFor();
  for (const selector of expected[name] ?? []) await page.locator(selector).first().waitFor({ state: 'attached' });
}

const looks: readonly Required<Look>[] = [
  { language: 'en_US', theme: 'light', width: 1440 },
  { language: 'ja_JP', theme: 'dark', width: 390 },
];

/** The walk types its addresses; the router says that it can't keep somebody from doing so. */
const byHand = /blocker on a POP navigation/;

for (const look of looks)
  test(`Every part: ${look.language}, ${look.theme}, ${look.width} px: no fault, no complaint`, { timeout: 300_000 }, async () => {
    // Without a part the router leads to the first one, and would complain meanwhile.
    const { page, context, complaints } = await openPageAt(browser, `${gallery.address}#/${parts[0]!.name}`, look);
    for (const { name } of parts) {
      await openPart(page, name);
      await picture(page, `${name}-${look.language}-${look.theme}-${look.width}`, true);
      expect([name, await faultsOf(page, { state: name })]).toEqual([name, []]);
      expect([name, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([name, look.width]);
      expect([name, complaints.filter((words) => !byHand.test(words))]).toEqual([name, []]);
    }
    await context.close();
  });

/** What opens over a part: the part, what the server does, the way there, and what is then on screen. */
const opened: readonly [title: string, part: string, query: string, open: (page: Page) => Promise<void>, seen: string][] = [
  ['the columns of a table', 'table', '', (page) => press(page, 'Columns and row height'), '.whk-column-menu'],
  ['saved views', 'filters', '', (page) => press(page, 'Views'), '.whk-views'],
  ['mistakes that the server found', 'form', '', checkRoom, '.ant-form-item-explain-error'],
  ['a form in a drawer', 'form', '', (page) => press(page, 'Add (drawer)'), '.whk-drawer .whk-form'],
  ['two people at one object', 'form', '?save=10409', changeRoom, '.whk-versions tr[data-differs=true]'],
  ['mistakes by field', 'form', '?save=10400', changeRoom, '.whk-drawer .ant-form-item-explain-error'],
  ['leaving what was not saved', 'form', '', leaveRoom, '.ant-modal-confirm'],
  ['a form in a dialog', 'form', '', (page) => press(page, 'Add (dialog)'), '.ant-modal .whk-form'],
  ['a question about many', 'action', '', (page) => press(page, 'Many objects, and what they touch'), '.ant-modal .whk-impact'],
  ['a name to be typed', 'action', '', (page) => press(page, 'Type its name'), '.ant-modal .whk-typed'],
  ['the password again', 'action', '', (page) => press(page, 'Password again (gallery)'), '.ant-modal .wh-login-form'],
  ['the tree of departments', 'pickers', '', (page) => press(page, 'Department tree'), '.ant-modal [role=treeitem]'],
  ['the undoing of a change', 'change', '', (page) => press(page, 'Revert: 海棠 101'), '.ant-modal .whk-reverts li'],
  ['an import', 'change', '', (page) => press(page, 'Import rooms'), '.ant-modal .whk-drop'],
  ['the tray of jobs', 'jobs', '', (page) => page.getByRole('button', { name: /^Jobs/ }).click(), '.ant-drawer .whk-job'],
  ['nothing to be read', 'change', '?read=empty', async () => undefined, '.whk-state'],
  ['no network', 'roles', '?read=lost', async () => undefined, '.whk-state[data-tone=error]'],
  [
    'no network in the tray',
    'jobs',
    '?read=lost',
    (page) => page.getByRole('button', { name: /^Jobs/ }).click(),
    '.ant-drawer [role=alert]',
  ],
  ['out of range', 'pickers', '?read=10910', async () => undefined, '.whk-state[data-tone=error]'],
];

let over: (ConsolePage & { query: string }) | undefined;

/**
 * A part as it is when it comes on screen: in the gallery that is open, where what the server does is the same and nothing of the part
 * before is left; else loaded.
 */
async function openAnew(query: string, part: string): Promise<ConsolePage> {
  const address = `${gallery.address}${query}#/${part}`;
  if (!over) {
    over = { ...(await openPageAt(browser, address, { theme: 'dark', width: 390 })), query };
    return over;
  }
  const { page, complaints } = over;
  complaints.length = 0;
  if (over.query === query && (await isLeft(page))) await page.goto(address);
  else {
    // Else another part of the same address would not be a load.
    await page.goto('about:blank');
    await page.goto(address);
  }
  over.query = query;
  return over;
}

/** Goes to a part in between, unless a form holds us or something still lies over it. */
async function isLeft(page: Page): Promise<boolean> {
  await page.goto(`${page.url().split('#')[0]}#/states`);
  return page
    .locator('.wh-failed')
    .first()
    .waitFor({ timeout: 5_000 })
    .then(
      async () => (await page.locator('[role=dialog]:visible').count()) === 0,
      () => false,
    );
}

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).first().click();

/** Fields come a little after the page: a server that answers is never as early. */
async function checkRoom(page: Page): Promise<void> {
  await page.locator('.whk-local').first().waitFor();
  await press(page, 'Check');
}

async function changeRoom(page: Page): Promise<void> {
  await press(page, 'Edit (drawer)');
  await page.locator('.whk-drawer input').first().fill('Another name');
  await press(page, 'Save');
}

async function leaveRoom(page: Page): Promise<void> {
  await press(page, 'Edit (drawer)');
  await page.locator('.whk-drawer input').first().fill('Another name');
  await press(page, 'Cancel');
}

/** What a browser says of calls that were lost or refused on purpose. */
const onPurpose = /could not be made: The server cannot be reached/;

for (const [title, part, query, open, seen] of opened)
  test(`Over a part: ${title}`, async () => {
    const { page, complaints } = await openAnew(query, part);
    await page.locator('main h1').first().waitFor();
    await open(page);
    await page.locator(seen).first().waitFor();
    await picture(page, `over-${title.replaceAll(' ', '-')}`);
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints.filter((words) => !onPurpose.test(words) && !byHand.test(words))).toEqual([]);
  });
