import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { onMadeCompany, signInOn } from './lib/browser.ts';
import type { Figure } from './lib/figure.ts';
import { benchPassword, type House } from './lib/house.ts';
import { median } from './lib/measure.ts';
import { changePage, unfold, type Stop } from './lib/page-change.ts';

const limits = { login: 130_000, firstList: 420_000, kept: 50, first: 150 };
const rounds = 9;

// Nobody waits for ever for what does not come.
const patience = 60_000;

/** Pages between which one changes: the link in the menu, and what stands on the page once its content is there. */
const people: Stop = { route: '/muc_user_management', content: '.whk-rows .whk-open' };
const resources: Stop = { route: '/sys_resource', content: '.sys-resources [role=treeitem]' };
const roles: Stop = { route: '/sys_authentication', content: '.whk-role-list li button' };
const home: Stop = { route: '/home', content: 'h1' };

/** The built console in Chromium on a company of 10,000 people: what must be loaded, and how long a page change takes until it is painted. */
export function consoles(): Promise<Figure[]> {
  return onMadeCompany({ people: 10_000, departments: 400 }, async (browser, house) => [
    ...(await transfers(browser, house)),
    ...(await pageChanges(browser, house)),
  ]);
}

/** Counts the scripts that a browser with an empty cache fetches, each as gzip makes it (the server sends brotli, which is less). */
class Scripts {
  readonly #all: Promise<number>[] = [];

  constructor(page: Page) {
    page.on('response', (response) => {
      if (/\.js(\?|$)/.test(response.url())) this.#all.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
    });
  }

  async bytes(): Promise<number> {
    return (await Promise.all(this.#all)).reduce((sum, size) => sum + size, 0);
  }
}

async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  return page;
}

async function transfers(browser: Browser, house: House): Promise<Figure[]> {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  // What the page itself needs: without this the pages of the menu follow ahead as soon as the browser has nothing else to do.
  await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const page = await newPage(context);
  const scripts = new Scripts(page);
  await page.goto(`${house.address}${people.route}`);
  await page.locator('input[name=account]').waitFor();
  await page.locator('button[type=submit]:enabled').waitFor();
  await quiet(page);
  const login = await scripts.bytes();
  await page.locator('input[name=account]').pressSequentially('admin');
  await quiet(page);
  const typing = (await scripts.bytes()) - login;
  await page.locator('input[autocomplete=current-password]').fill(benchPassword);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((url) => url.pathname === people.route);
  await page.locator(people.content).first().waitFor();
  await quiet(page);
  const list = await scripts.bytes();
  await context.close();
  const kilo = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
  return [
    {
      name: 'JavaScript until /login is usable',
      limit: 'at most 130 kB gzip',
      measured: `${kilo(login)}; ${kilo(typing)} more while the account is typed`,
      holds: login <= limits.login,
    },
    {
      name: 'JavaScript of the first list page, cold cache, sign-in included',
      limit: 'at most 420 kB gzip',
      measured: kilo(list),
      holds: list <= limits.firstList,
    },
  ];
}

async function pageChanges(browser: Browser, house: House): Promise<Figure[]> {
  const signedIn = await signIn(browser, house);
  const first: Record<string, number[]> = {};
  const kept: Record<string, number[]> = {};
  const add = (into: Record<string, number[]>, { route }: Stop, millis: number): void => void (into[route] ??= []).push(millis);
  for (let round = -1; round < rounds; round++) {
    // A browser of its own each time: no chunk is in its cache. The first round warms the server up.
    const context = await browser.newContext({ storageState: signedIn, locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
    const page = await newPage(context);
    await page.goto(`${house.address}${home.route}`);
    await page.locator(home.content).first().waitFor();
    await quiet(page);
    const times: [Record<string, number[]>, Stop, number][] = [];
    for (const stop of [people, resources, roles]) times.push([first, stop, await settled(page, stop)]);
    for (const stop of [people, resources, people, roles, people, resources]) times.push([kept, stop, await settled(page, stop)]);
    if (round >= 0) for (const one of times) add(...one);
    await context.close();
  }
  return [
    figureOf('page change to a page kept alive, click to paint', limits.kept, kept),
    figureOf('page change for the first time, click to paint', limits.first, first),
  ];
}

async function settled(page: Page, stop: Stop): Promise<number> {
  await unfold(page, stop);
  await quiet(page);
  const millis = await changePage(page, stop);
  await quiet(page);
  return millis;
}

/** The console keeps a stream of live news open, so the network is never idle: quiet is when no script or answer has come for half a second. */
async function quiet(page: Page): Promise<void> {
  await page.evaluate<void>(`new Promise((resolve) => {
    let count = -1;
    const look = () => {
      const now = performance.getEntriesByType('resource').length;
      if (now === count) return resolve();
      count = now;
      setTimeout(look, 500);
    };
    look();
  })`);
}

/** Holds when the slowest page's median does. */
function figureOf(name: string, limit: number, times: Readonly<Record<string, number[]>>): Figure {
  const all = Object.entries(times).map(([route, millis]) => ({ route, millis: median(millis) }));
  const whole = median(Object.values(times).flat());
  return {
    name,
    limit: `at most ${limit} ms`,
    measured: `${Math.round(whole)} ms (${all.map(({ route, millis }) => `${route} ${Math.round(millis)} ms`).join(', ')})`,
    holds: all.every(({ millis }) => millis <= limit),
  };
}

async function signIn(browser: Browser, house: House): Promise<Awaited<ReturnType<BrowserContext['storageState']>>> {
  const context = await browser.newContext({ locale: 'zh-CN' });
  await signInOn(await newPage(context), house.address, benchPassword);
  const state = await context.storageState();
  await context.close();
  return state;
}
