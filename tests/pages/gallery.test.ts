import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parts } from '../../src/kit/console/gallery/parts.ts';
import { faultsOf, openBrowser, openPageAt, picture, type Look } from '../browser.ts';
import { startGallery, type GalleryServer } from '../gallery-server.ts';

let gallery: GalleryServer;
let browser: Browser;

beforeAll(async () => {
  [gallery, browser] = await Promise.all([startGallery(), openBrowser()]);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await gallery.stop();
});

/** What has to be on screen before a part counts as drawn: one selector for each of its states that has something of its own. */
const expected: Readonly<Record<string, readonly string[]>> = {
  table: ['.whk-table, .whk-cards', '.whk-bulk', '.whk-state[data-tone=error]', '.whk-waiting', '.whk-pager'],
};

test('every part says what it shows', () => {
  expect(Object.keys(expected)).toEqual(parts.map(({ name }) => name));
});

async function openPart(page: Page, name: string): Promise<void> {
  await page.goto(`${gallery.address}#/${name}`);
  await page.locator('main h1').waitFor();
  for (const selector of expected[name] ?? []) await page.locator(selector).first().waitFor();
}

const looks: readonly Required<Look>[] = [
  { language: 'en_US', theme: 'light', width: 1440 },
  { language: 'en_US', theme: 'dark', width: 390 },
  { language: 'zh_CN', theme: 'dark', width: 1440 },
  { language: 'ja_JP', theme: 'light', width: 390 },
];

for (const look of looks)
  test(`Every part: ${look.language}, ${look.theme}, ${look.width} px: no fault, no complaint`, { timeout: 240_000 }, async () => {
    const { page, context, complaints } = await openPageAt(browser, gallery.address, look);
    for (const { name } of parts) {
      await openPart(page, name);
      await picture(page, `${name}-${look.language}-${look.theme}-${look.width}`, true);
      expect([name, await faultsOf(page)]).toEqual([name, []]);
      expect([name, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([name, look.width]);
      expect([name, complaints]).toEqual([name, []]);
    }
    await context.close();
  });
