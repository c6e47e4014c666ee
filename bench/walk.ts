import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { onMadeCompany } from './lib/browser.ts';
import type { Figure } from './lib/figure.ts';
import { benchPassword, type House } from './lib/house.ts';
import { startLdapCompany } from './lib/ldap-company.ts';
import { farJobs } from './lib/walk-far.ts';
import { people, peopleJobs, permissions } from './lib/walk-jobs.ts';
import { Walker, type Job, type Walked } from './lib/walker.ts';

/** Pages that axe looks at, and what stands there. */
const looked: readonly (readonly [string, string])[] = [
  ['/home', '.wh-kpi svg'],
  [people, '.whk-rows .whk-open'],
  [permissions, '.whk-role-list li button'],
  ['/logs_system_operation', '.whk-rows .whk-open'],
  ['/sys_resource', '[role=treeitem]'],
  ['/sys_warning_manager', '.whk-list, .whk-panel'],
];

/** Walks the console in Chromium on a company of 2,000 people: clicks and seconds of what is done most, room above the first row, and what axe finds. */
export async function walks(): Promise<Figure[]> {
  const directory = await startLdapCompany({ people: 200, departments: 10 });
  try {
    const settings = { ALLOWED_NETWORKS: directory.allowed.join(',') };
    return await onMadeCompany({ people: 2_000, departments: 60, settings }, async (browser, house) => {
      const by = new Walker(await newPage(browser), directory);
      const figures = [figureOf({ name: 'sign in', most: 1 }, await signIn(by, house))];
      for (const job of [...peopleJobs, ...farJobs]) figures.push(await walked(by, house.address, job));
      return [...figures, ...(await rooms(by.page, house.address)), await faults(by.page, house.address)];
    });
  } finally {
    await directory.stop();
  }
}

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 }, acceptDownloads: true });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  return page;
}

function figureOf(job: Pick<Job, 'name' | 'most' | 'unit'>, { clicks, texts, millis }: Walked): Figure {
  const { name, most } = job;
  const unit = job.unit ?? 'clicks';
  return {
    name: `walk: ${name}`,
    limit: `at most ${most} ${unit}`,
    measured: `${clicks} ${unit}, ${texts} texts, ${(millis / 1000).toFixed(1)} s`,
    holds: clicks <= most,
  };
}

async function signIn(by: Walker, house: House): Promise<Walked> {
  await by.page.goto(`${house.address}/login`);
  await by.page.locator('button[type=submit]:enabled').waitFor();
  by.begin();
  await by.type(by.page.locator('input[name=account]'), 'admin');
  await by.type(by.page.locator('input[autocomplete=current-password]'), benchPassword);
  await by.click(by.page.locator('button[type=submit]'));
  await by.page.locator('.wh-kpi svg').first().waitFor();
  return by.end();
}

/** One job, from the page where it begins; what the one before opened is where the next goes on without such a page. */
async function walked(by: Walker, address: string, job: Job): Promise<Figure> {
  const { name, from, walk } = job;
  try {
    if (from !== '') {
      await by.page.goto(address + from);
      await by.page.locator('.whk-rows .whk-open, .whk-role-list li button, .whk-state').first().waitFor();
    }
    by.begin();
    await walk(by);
    return figureOf(job, by.end());
  } catch (error) {
    // The others are walked all the same.
    const picture = process.env['BENCH_PICTURES'];
    if (picture !== undefined) await by.page.screenshot({ path: path.join(picture, `walk-${name.replaceAll(/\W+/g, '-')}.png`) });
    console.error(error);
    return { ...figureOf(job, by.end()), measured: 'not done, see above', holds: false };
  }
}

/** How far down a page the first row of what it is about stands. */
async function rooms(page: Page, address: string): Promise<Figure[]> {
  const top = async (name: string, most: number, row: string): Promise<Figure> => {
    await page.locator(row).first().waitFor();
    const pixels = await page.evaluate<number>(`Math.round(document.querySelector(${JSON.stringify(row)}).getBoundingClientRect().top)`);
    return {
      name: `walk: pixels above the first row of ${name}`,
      limit: `at most ${most} px`,
      measured: `${pixels} px`,
      holds: pixels <= most,
    };
  };
  await page.goto(address + people);
  const list = await top('people', 325, '.whk-table tbody tr');
  await page.goto(address + permissions);
  await page.locator('.whk-role-list li button').last().click();
  await page.getByRole('link', { name: /^Permissions and range/ }).click();
  return [list, await top('a role’s permissions', 450, '.whk-matrix tbody tr')];
}

async function faults(page: Page, address: string): Promise<Figure> {
  const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const found: string[] = [];
  for (const [route, ready] of looked) {
    await page.goto(address + route);
    await page.locator(ready).first().waitFor();
    await page.evaluate(source);
    const ids = await page.evaluate<string[]>(
      `axe.run(document, { runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }, resultTypes: ['violations'] })
        .then(({ violations }) => violations.map(({ id }) => id))`,
    );
    found.push(...ids.map((id) => `${route} ${id}`));
  }
  return {
    name: `walk: faults that axe finds on ${looked.length} pages`,
    limit: '0 (WCAG 2.2 AA)',
    measured: found.length === 0 ? '0' : `${found.length} (${found.join(', ')})`,
    holds: found.length === 0,
  };
}
