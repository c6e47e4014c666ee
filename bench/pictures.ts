import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { onFolder, signInOn } from './lib/browser.ts';
import type { Figure } from './lib/figure.ts';

const root = path.resolve(import.meta.dirname, '..');
/** Folder of the sample company (`npm run demo`). */
const folder = path.resolve(root, process.env['DEMO_DATA'] ?? 'data-demo');
const images = path.join(root, 'docs/images');
const mostBytes = 150_000;

/** A picture of a page of the sample company. */
interface Shot {
  name: string;
  route: string;
  /** What stands there once the page is drawn. */
  ready: string;
  theme?: 'dark';
  phone?: true;
  /** Clicks before the picture. */
  first?: (page: Page) => Promise<void>;
}

const file = [
  'Login,Full name,Department,Mobile',
  ...Array.from({ length: 40 }, (_, at) => `new.${at},New Person ${at},,+86138000010${10 + at}`),
];

const shots: readonly Shot[] = [
  { name: 'home', route: '/home', ready: '.wh-home-chart canvas' },
  { name: 'home-dark', route: '/home', ready: '.wh-home-chart canvas', theme: 'dark' },
  { name: 'home-phone', route: '/home', ready: '.wh-kpi svg', phone: true },
  { name: 'people', route: '/muc_user_management', ready: '.whk-rows .whk-open' },
  {
    name: 'person',
    route: '/muc_user_management?text=clarke.margaret',
    ready: '.whk-rows .whk-open',
    first: async (page) => {
      await page.locator('.whk-rows .whk-open').first().click();
      await page.locator('.ant-drawer .whk-facts').first().waitFor();
    },
  },
  {
    name: 'roles',
    route: '/sys_authentication',
    ready: '.whk-role-list li button',
    first: async (page) => {
      await page.locator('.whk-role-list li button').nth(3).click();
      await page.getByRole('link', { name: /^Permissions and range/ }).click();
      await page.locator('.whk-matrix').waitFor();
    },
  },
  {
    name: 'import',
    route: '/muc_user_management',
    ready: '.whk-rows .whk-open',
    first: async (page) => {
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page
        .locator('.ant-modal input[type=file]')
        .setInputFiles({ name: 'new-people.csv', mimeType: 'text/csv', buffer: Buffer.from(file.join('\n')) });
      await page.locator('.ant-modal .ant-select').first().waitFor();
    },
  },
  { name: 'log', route: '/logs_system_operation', ready: '.whk-rows .whk-open' },
  {
    name: 'group',
    route: '/muc_dynamic_group',
    ready: '.whk-rows .whk-open',
    first: async (page) => {
      await page.locator('.whk-rows .whk-open').first().click();
      await page.locator('.whk-object').first().waitFor();
    },
  },
  { name: 'sources', route: '/muc_source', ready: '.whk-rows .whk-open, .whk-empty' },
];

/** Draws the pictures of docs/images anew, from the sample company. */
export async function pictures(): Promise<Figure[]> {
  const { password } = JSON.parse(readFileSync(path.join(folder, 'demo.json'), 'utf8')) as { password: string };
  return onFolder(folder, async (browser, house) => {
    const sizes: number[] = [];
    for (const shot of shots) sizes.push(await draw(browser, house.address, { shot, password }));
    const largest = Math.max(...sizes);
    return [
      {
        name: 'pictures of docs/images',
        limit: `at most ${mostBytes / 1000} kB each`,
        measured: `${sizes.length} of them, the largest ${Math.round(largest / 1000)} kB`,
        holds: largest <= mostBytes,
      },
    ];
  });
}

async function draw(browser: Browser, address: string, { shot, password }: { shot: Shot; password: string }): Promise<number> {
  const viewport = shot.phone ? { width: 390, height: 844 } : { width: 1440, height: 900 };
  const context = await browser.newContext({ locale: 'en-US', viewport, colorScheme: shot.theme ?? 'light', reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await signInOn(page, address, password);
  await page.goto(address + shot.route);
  await page.locator(shot.ready).first().waitFor();
  await shot.first?.(page);
  // Fonts, pictures and charts are drawn.
  await page.evaluate('document.fonts.ready');
  await page.waitForTimeout(1_500);
  const drawn = await sharp(await page.screenshot())
    .png({ palette: true, quality: 90, effort: 10 })
    .toBuffer();
  await writeFile(path.join(images, `${shot.name}.png`), drawn);
  await context.close();
  return drawn.length;
}
