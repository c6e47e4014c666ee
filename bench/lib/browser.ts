import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { startHouse, type House } from './house.ts';

const root = path.resolve(import.meta.dirname, '../..');
const usual = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'];

/** A company that is made for a bench. */
export interface MadeCompany {
  people: number;
  departments: number;
  /** Settings of the product. */
  settings?: Readonly<Record<string, string>>;
}

/** The built console in Chromium on a company of so many people, which is thrown away afterwards. */
export async function onMadeCompany<T>(company: MadeCompany, work: (browser: Browser, house: House) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-bench-console-'));
  try {
    run(['--input-type=module', '-e', `import { ensureBuilt } from './scripts/launch/build.mjs'; ensureBuilt('.', process.execPath)`]);
    run(['scripts/seed-people.ts', '--people', `${company.people}`, '--departments', `${company.departments}`, '--data', folder]);
    return await onFolder(folder, work, company.settings);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The product on a data folder, and Chromium: `CHROMIUM`, else the one that is installed. */
export async function onFolder<T>(
  folder: string,
  work: (browser: Browser, house: House) => Promise<T>,
  settings: Readonly<Record<string, string>> = {},
): Promise<T> {
  const house = await startHouse(folder, settings);
  try {
    const browser = await chromium.launch({
      executablePath: process.env['CHROMIUM'] ?? usual.find((one) => existsSync(one)) ?? usual[0]!,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
    });
    try {
      return await work(browser, house);
    } finally {
      await browser.close();
    }
  } finally {
    await house.stop();
  }
}

/** Signs in on the sign-in page, and waits until another page stands there. */
export async function signInOn(page: Page, address: string, password: string): Promise<void> {
  await page.goto(`${address}/login`);
  await page.locator('input[name=account]').fill('admin');
  await page.locator('input[autocomplete=current-password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

function run(args: string[]): void {
  const done = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (done.status !== 0) throw new Error(`${args[0]} failed, see above`);
}
