import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { chromiumOptions } from './lib/browser.ts';
import type { Figure } from './lib/figure.ts';
import { benchPassword, startHouse } from './lib/house.ts';
import { Walker, type Walked } from './lib/walker.ts';

const root = path.resolve(import.meta.dirname, '..');

/** A job as users do it, with the clicks that it may take at most. */
interface Job {
  name: string;
  most: number;
  /** Where it begins; there the menu is open. */
  from: string;
  walk: (by: Walker) => Promise<void>;
}

const people = '/muc_user_management';
const permissions = '/sys_authentication';
const importRows = 301;
const csv = [
  'Account,Name,Primary department',
  ...Array.from({ length: importRows }, (_, at) => `walk.file.${at},Walked ${at},Galaxy Systems Europe Ltd`),
].join('\n');

const menu = (by: Walker, route: string) => by.page.locator(`.wh-menu nav a[href="${route}"]`);
const dialog = (by: Walker) => by.page.getByRole('dialog').filter({ visible: true });
const button = (by: Walker, name: string | RegExp) =>
  by.page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
const inDialog = (by: Walker, name: string | RegExp) =>
  dialog(by)
    .last()
    .getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
const said = (by: Walker, text: string | RegExp): Promise<void> => by.page.locator('.ant-message').getByText(text).first().waitFor();
const act = async (by: Walker, action: string): Promise<void> => {
  await by.click(by.page.locator('.whk-table').getByRole('button', { name: /^Actions for/ }));
  await by.click(by.page.locator('.whk-actions').getByRole('button', { name: action, exact: true }));
};

/** The jobs of the review of the console, in an order in which each finds what it needs. */
const jobs: readonly Job[] = [
  {
    name: 'add a person',
    most: 5,
    from: `${people}?dept=`,
    walk: async (by) => {
      await by.click(button(by, 'Add'));
      await by.type(dialog(by).getByLabel('Name', { exact: true }), 'Walker Finch');
      await dialog(by).locator('input[value="walker.finch"]').waitFor();
      await by.type(dialog(by).getByRole('combobox', { name: /department 1/i }), 'Galaxy');
      await by.click(by.choice('Galaxy'));
      await by.click(dialog(by).getByRole('button', { name: 'Add', exact: true }));
      await said(by, 'Added');
    },
  },
  {
    name: 'edit three people at once',
    most: 5,
    from: people,
    walk: async (by) => {
      const rows = by.page.locator('.whk-table tbody tr');
      for (const at of [1, 2, 3]) await by.click(rows.nth(at).getByRole('checkbox'));
      await by.click(by.page.locator('.whk-bulk').getByRole('button', { name: 'Edit several' }));
      await by.type(dialog(by).getByLabel('Title', { exact: true }), 'Walked');
      await by.click(inDialog(by, /^Change 3/));
      await dialog(by)
        .getByText(/3 changes applied/)
        .waitFor();
    },
  },
  {
    name: 'take that edit back',
    most: 1,
    from: '',
    walk: async (by) => {
      await by.click(inDialog(by, 'Revert'));
      await said(by, /3/);
    },
  },
  {
    name: `import ${importRows} people`,
    most: 4,
    from: people,
    walk: async (by) => {
      await by.click(button(by, 'Import'));
      await by.choose(dialog(by).locator('input[type=file]'), { name: 'walk.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
      await by.click(inDialog(by, /^Apply 301 changes/));
      await dialog(by)
        .getByText(/301 changes applied/)
        .waitFor();
    },
  },
  {
    name: 'take that import back',
    most: 1,
    from: '',
    walk: async (by) => {
      await by.click(inDialog(by, 'Revert'));
      await said(by, /301|Reverting/);
    },
  },
  {
    name: 'a role with pages and range, given to a person',
    most: 9,
    from: permissions,
    walk: async (by) => {
      await by.click(by.page.locator('.whk-role-list header').getByRole('button', { name: 'Add' }));
      await by.type(dialog(by).getByLabel('Name', { exact: true }), `Walked ${Date.now()}`);
      await by.click(inDialog(by, 'Next'));
      await by.type(dialog(by).getByLabel('Find a page or button'), 'muc_user_management');
      await by.click(dialog(by).getByLabel('Departments and employees: Manage', { exact: true }));
      await by.click(inDialog(by, 'Next'));
      await by.click(dialog(by).getByRole('radio', { name: 'Own department and below' }));
      await by.click(inDialog(by, 'Next'));
      await by.type(dialog(by).locator('#role-who-employee'), 'walker.finch');
      await by.click(by.choice('Walker Finch'));
      await by.click(inDialog(by, 'Create and assign'));
      await said(by, /Walked/);
    },
  },
  {
    name: 'why somebody may do something',
    most: 5,
    from: permissions,
    walk: async (by) => {
      await by.click(button(by, 'Explain access'));
      await by.type(dialog(by).getByRole('combobox').first(), 'walker.finch');
      await by.click(by.choice('Walker Finch'));
      await by.type(dialog(by).getByRole('combobox').nth(1), 'Departments and employees');
      await by.click(by.page.locator('.ant-select-tree-title').filter({ hasText: 'Departments and employees' }));
      await dialog(by).locator('.whk-why li').first().waitFor();
    },
  },
  {
    name: 'who changed a person',
    most: 3,
    from: people,
    walk: async (by) => {
      await by.type(by.page.locator('.whk-filters input').first(), 'walker.finch');
      await by.click(by.page.locator('.whk-rows .whk-open').filter({ hasText: 'Walker Finch' }));
      await by.click(dialog(by).getByRole('tab', { name: /^History/ }));
      await dialog(by).locator('.whk-history li, .whk-diffs').first().waitFor();
    },
  },
  {
    name: 'reset a password',
    most: 4,
    from: `${people}?text=walker.finch`,
    walk: async (by) => {
      await act(by, 'Reset password');
      await by.click(inDialog(by, 'Set password'));
      const asked = by.page.locator('.ant-modal input[autocomplete=current-password]');
      const told = dialog(by).locator('code');
      await asked.or(told).first().waitFor();
      if (await asked.isVisible()) {
        await by.type(asked, benchPassword);
        await by.press('Enter');
      }
      await told.first().waitFor();
    },
  },
  {
    name: 'disable and delete a person, and take it back',
    most: 9,
    from: `${people}?text=walker.finch`,
    walk: async (by) => {
      await act(by, 'Disable');
      await by.click(inDialog(by, 'Disable'));
      await said(by, /Disable/);
      await act(by, 'Delete');
      await by.click(inDialog(by, 'Delete'));
      await by.click(by.page.locator('.ant-message').getByRole('button', { name: 'Revert' }).last());
      await said(by, /everted/);
    },
  },
  {
    name: 'export people',
    most: 2,
    from: people,
    walk: async (by) => {
      const coming = by.page.waitForEvent('download');
      await by.click(button(by, 'Export'));
      await by.click(by.page.getByRole('menuitem', { name: /xlsx/ }));
      await (await coming).path();
    },
  },
];

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
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-bench-walk-'));
  run(['--input-type=module', '-e', `import { ensureBuilt } from './scripts/launch/build.mjs'; ensureBuilt('.', process.execPath)`]);
  run(['scripts/seed-people.ts', '--people', '2000', '--departments', '60', '--data', folder]);
  const house = await startHouse(folder);
  const browser = await chromium.launch(chromiumOptions);
  try {
    const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 }, acceptDownloads: true });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const by = new Walker(page);
    const figures = [figureOf({ name: 'sign in', most: 1 }, await signIn(by, house.address))];
    for (const job of jobs) figures.push(await walked(by, house.address, job));
    figures.push(...(await rooms(page, house.address)), await faults(page, house.address));
    return figures;
  } finally {
    await browser.close();
    await house.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(args: string[]): void {
  const done = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (done.status !== 0) throw new Error(`${args[0]} failed, see above`);
}

function figureOf({ name, most }: Pick<Job, 'name' | 'most'>, { clicks, texts, millis }: Walked): Figure {
  return {
    name: `walk: ${name}`,
    limit: `at most ${most} clicks`,
    measured: `${clicks} clicks, ${texts} texts, ${(millis / 1000).toFixed(1)} s`,
    holds: clicks <= most,
  };
}

async function signIn(by: Walker, address: string): Promise<Walked> {
  await by.page.goto(`${address}/login`);
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
  const { name, most, from, walk } = job;
  try {
    if (from !== '') {
      await by.page.goto(address + from);
      await menu(by, people).first().waitFor({ state: 'attached' });
      await by.page.locator('.whk-rows .whk-open, .whk-role-list li button').first().waitFor();
    }
    by.begin();
    await walk(by);
    return figureOf(job, by.end());
  } catch (error) {
    // The others are walked all the same.
    const picture = process.env['BENCH_PICTURES'];
    if (picture !== undefined) await by.page.screenshot({ path: path.join(picture, `walk-${name.replaceAll(/\W+/g, '-')}.png`) });
    console.error(error);
    return { name: `walk: ${name}`, limit: `at most ${most} clicks`, measured: 'not done, see above', holds: false };
  }
}

/** How far down a page the first row of what it is about stands. */
async function rooms(page: Page, address: string): Promise<Figure[]> {
  const top = async (route: string, row: string): Promise<number> => {
    await page.goto(address + route);
    await page.locator(row).first().waitFor();
    return page.evaluate<number>(`Math.round(document.querySelector(${JSON.stringify(row)}).getBoundingClientRect().top)`);
  };
  const list = await top(people, '.whk-table tbody tr');
  await page.goto(address + permissions);
  await page.locator('.whk-role-list li button').last().click();
  await page.getByRole('link', { name: /^Permissions and range/ }).click();
  await page.locator('.whk-matrix tbody tr').first().waitFor();
  const role = await page.evaluate<number>(`Math.round(document.querySelector('.whk-matrix tbody tr').getBoundingClientRect().top)`);
  const figure = (name: string, most: number, pixels: number): Figure => ({
    name: `walk: pixels above the first row of ${name}`,
    limit: `at most ${most} px`,
    measured: `${pixels} px`,
    holds: pixels <= most,
  });
  return [figure('people', 325, list), figure('a role’s permissions', 450, role)];
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
