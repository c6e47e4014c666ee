import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  chromium,
  type APIRequestContext,
  type APIResponse,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from 'playwright-core';
import { expect, onTestFailed, TestRunner } from 'vitest';
import { languages, type Language } from '../src/kit/common/language.ts';
import { everyLook } from './looked-at.ts';
import { startTestProduct, testPassword, type TestProduct } from './product.ts';

const root = path.resolve(import.meta.dirname, '..');

/** The product on a port, and a browser. */
export interface TestConsole {
  product: TestProduct;
  browser: Browser;
  stop(): Promise<void>;
}

/** How somebody looks at the console. */
export interface Look {
  language?: Language;
  theme?: 'light' | 'dark';
  width?: 1440 | 1024 | 390;
}

/**
 * How each page is looked at: light and wide in one language, dark and narrow in another. Which two is drawn by the name of the test's file,
 * so that every language is seen in both, and a page is always seen in the same. `LOOKS=all`, and the nightly run, walk every language in both.
 */
export function looks(): Required<Look>[] {
  const file = path.basename(expect.getState().testPath ?? '');
  const wide = (language: Language) => ({ language, theme: 'light', width: 1440 }) as const;
  const narrow = (language: Language) => ({ language, theme: 'dark', width: 390 }) as const;
  if (everyLook) return languages.flatMap((language) => [wide(language), narrow(language)]);
  const drawn = createHash('sha256').update(file).digest().readUInt32BE() % (languages.length * (languages.length - 1));
  const first = drawn % languages.length;
  const second = (first + 1 + Math.floor(drawn / languages.length)) % languages.length;
  return [wide(languages[first]!), narrow(languages[second]!)];
}

/** A page, and what its console complained about so far. */
export interface ConsolePage {
  page: Page;
  context: BrowserContext;
  complaints: string[];
}

/** Builds the console where it is stale: `npm test` did so before it began. */
function ensureConsole(): void {
  if (process.env['CONSOLE_BUILT']) return;
  const built = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', `import { ensureBuilt } from './scripts/launch/build.mjs'; ensureBuilt('.', process.execPath)`],
    { cwd: root, encoding: 'utf8' },
  );
  if (built.status !== 0) throw new Error(`The console could not be built: ${built.stdout}${built.stderr}`);
}

/** Starts the product with the built console on a free port, and Chromium. */
export async function openTestConsole(env: Record<string, string> = {}): Promise<TestConsole> {
  ensureConsole();
  const [product, browser] = await Promise.all([startTestProduct(path.join(root, 'dist'), env), openBrowser()]);
  return {
    product,
    browser,
    stop: async () => {
      await browser.close();
      await product.stop();
    },
  };
}

/** The one without a window draws the same and costs a sixth less. */
const browsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** What a worker keeps from one test file to the next. */
const kept = globalThis as { sharedBrowser?: Browser };

/**
 * Debian's Chromium without a window: one for all test files of a worker, which ends with it. Its `close` closes what a test file opened; each
 * context is a browser of its own, with nothing of the others in it.
 */
export async function openBrowser(): Promise<Browser> {
  if (kept.sharedBrowser?.isConnected()) return kept.sharedBrowser;
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? browsers.find((one) => existsSync(one)) ?? browsers[0]!,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet],
    // A worker that is told to end ends at once; the browser sees its pipe close.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  browser.close = async () => {
    used.delete(browser);
    await Promise.all(browser.contexts().map((context) => (closers.get(context) ?? (() => context.close()))()));
  };
  kept.sharedBrowser = browser;
  return browser;
}

/** A browser of its own, as another person's computer, at the sign-in page; nothing is stored in it yet. */
export function openConsolePage(
  { browser, product }: { browser: Browser; product: Pick<TestProduct, 'origin'> },
  look: Look = {},
): Promise<ConsolePage> {
  return openPageAt(browser, `${product.origin}/login`, look);
}

/** A browser of its own at an address. */
export async function openPageAt(browser: Browser, address: string, look: Look = {}): Promise<ConsolePage> {
  const opened = await openBlank(browser, look);
  await opened.page.goto(address);
  return opened;
}

/**
 * A browser in which somebody has signed in, at no address yet: what comes next is a `goto`. The form and the home page are what
 * `signInAt` walks through; they take a second each time, and have tests of their own. It is one that an earlier test of the file closed,
 * where that can be made as good as new.
 */
export async function openSignedIn(
  { browser, product }: { browser: Browser; product: Pick<TestProduct, 'origin'> },
  look: Look = {},
  account = 'admin',
  password = testPassword,
): Promise<ConsolePage> {
  const key = JSON.stringify([product.origin, look, account, password]);
  return (await takeUsed(browser, key)) ?? (await openNew(browser, { origin: product.origin, look, account, password, key }));
}

interface SignedIn {
  origin: string;
  look: Look;
  account: string;
  password: string;
  key: string;
}

async function openNew(browser: Browser, { origin, look, account, password, key }: SignedIn): Promise<ConsolePage> {
  const opened = await openBlank(browser, look);
  const { request } = opened.context;
  const asBrowser = { headers: { 'x-wheelhouse-browser': '1' } };
  const { verifyId } = await dataOf<{ verifyId: string }>(request.get(`${origin}/api/sysConsole/getVerifyId`, asBrowser));
  const data = { account, password, verifyId };
  const session = await dataOf<{ accessToken: string }>(request.post(`${origin}/api/login`, { ...asBrowser, data }));
  await opened.context.addInitScript(
    (kept) => {
      // Nothing can be kept for a blank page. Once for each tab: a page that signs out stays signed out.
      if (location.origin === 'null' || sessionStorage.getItem('signed-in-by-test')) return;
      sessionStorage.setItem('signed-in-by-test', 'yes');
      for (const name of ['accessToken', 'userInfo'] as const) localStorage.setItem(name, JSON.stringify(kept[name]));
    },
    session as Record<'accessToken' | 'userInfo', unknown>,
  );
  openByTheConsole(opened.page);
  keepWhenClosed(browser, key, { ...opened, isSignedIn: () => isAlive(request, origin, session.accessToken), session, look });
  return opened;
}

async function isAlive(request: APIRequestContext, origin: string, token: string): Promise<boolean> {
  const answer = await request.get(`${origin}/api/sysConsole/getUser`, { headers: { accesstoken: token, 'x-wheelhouse-browser': '1' } });
  return ((await answer.json()) as { code: number }).code === 0;
}

/** A page that a test has closed. */
interface Used extends ConsolePage {
  look: Look;
  session: object;
  isSignedIn(): Promise<boolean>;
}

/** Pages to be taken again, of each browser by who looks at what and how. */
const used = new WeakMap<Browser, Map<string, Used>>();

/** How a context is really closed whose `close` puts it aside. */
const closers = new WeakMap<BrowserContext, () => Promise<void>>();

/** Closing puts a page aside for the next test of the file, unless something was done to it that can't be taken back. */
function keepWhenClosed(browser: Browser, key: string, page: Used): void {
  const { context } = page;
  const close = context.close.bind(context);
  closers.set(context, close);
  let isChanged = false;
  const watch = <T extends object>(holder: T, name: keyof T & string): void => {
    const before = holder[name];
    if (typeof before !== 'function') return;
    holder[name] = ((...args: unknown[]) => {
      isChanged = true;
      return (before as (...args: unknown[]) => unknown).apply(holder, args);
    }) as T[typeof name];
  };
  for (const name of ['addInitScript', 'newCDPSession', 'grantPermissions', 'setOffline', 'route', 'addCookies', 'clearCookies'] as const)
    watch(context, name);
  for (const name of ['addInitScript', 'emulateMedia', 'route', 'exposeFunction'] as const) watch(page.page, name);
  watch(page.page.clock, 'install');
  context.close = async () => {
    const kept = used.get(browser) ?? new Map<string, Used>();
    used.set(browser, kept);
    const isGone = isChanged || kept.has(key) || page.page.isClosed() || !(await page.page.evaluate(() => 'reopenConsole' in window));
    if (isGone) return close();
    for (const other of context.pages()) if (other !== page.page) await other.close();
    kept.set(key, page);
  };
}

async function takeUsed(browser: Browser, key: string): Promise<ConsolePage | undefined> {
  const found = used.get(browser)?.get(key);
  if (!found) return undefined;
  used.get(browser)?.delete(key);
  if (!(await found.isSignedIn())) return undefined;
  const { page, look, session } = found;
  page.removeAllListeners();
  await page.setViewportSize(sizeOf(look));
  const { language = 'en_US', theme = 'light' } = look;
  await page.evaluate(
    (values) => {
      localStorage.clear();
      sessionStorage.clear();
      sessionStorage.setItem('signed-in-by-test', 'yes');
      for (const [name, value] of Object.entries(values)) localStorage.setItem(name, JSON.stringify(value));
    },
    { ...session, language, theme },
  );
  return { page, context: found.context, complaints: listenTo(page) };
}

/**
 * Where the console is open, a `goto` to another of its addresses is done by the console itself: it forgets and reads everything as after a
 * reload, but its program is not fetched, compiled and run again, which took a second of CPU each time. `page.reload()` loads it.
 */
function openByTheConsole(page: Page): void {
  const load = page.goto.bind(page);
  page.goto = async (address, options) => {
    const { origin, pathname, search, hash } = new URL(address);
    const isApart = /^\/(?:login|gallery)/.test(pathname) || !page.url().startsWith(`${origin}/`);
    if (isApart || !(await page.evaluate(() => 'reopenConsole' in window))) return load(address, options);
    await page.evaluate((place) => window.reopenConsole?.(place), `${pathname}${search}${hash}`);
    return null;
  };
}

/** What an answer of the product holds; throws what a refusal says. */
async function dataOf<T>(answer: Promise<APIResponse>): Promise<T> {
  const { code, msg, data } = (await (await answer).json()) as { code: number; msg: string; data: T };
  if (code !== 0) throw new Error(`${code} ${msg}`);
  return data;
}

/** A browser of its own that was nowhere yet. */
async function openBlank(browser: Browser, look: Look): Promise<ConsolePage> {
  const { language = 'en_US', theme = 'light' } = look;
  const context = await browser.newContext({
    viewport: sizeOf(look),
    locale: language.replace('_', '-'),
    colorScheme: theme,
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  await context.addInitScript(
    ([chosen, colours]) => {
      if (location.origin === 'null') return;
      localStorage.setItem('language', JSON.stringify(chosen));
      localStorage.setItem('theme', JSON.stringify(colours));
    },
    [language, theme] as const,
  );
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return { page, context, complaints: listenTo(page) };
}

const sizeOf = ({ width = 1440 }: Look) => ({ width, height: width === 390 ? 844 : 900 });

/** What a page complains about from now on; should the present test fail, it is told what stood there. */
function listenTo(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  if (TestRunner.getCurrentTest()) onTestFailed(() => tellWhatStood(page, complaints));
  return complaints;
}

/** Prints what stood on a page when its test failed: what failed once on a busy machine is seldom seen again. */
async function tellWhatStood(page: Page, complaints: readonly string[]): Promise<void> {
  if (page.isClosed()) return;
  const parts = await page.locator('main, [role=dialog], .ant-select-dropdown:visible').all();
  const stood = await Promise.all(parts.map((part) => part.ariaSnapshot({ timeout: 5_000 }).catch(String)));
  const focus = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200)).catch(String);
  console.log([`At ${page.url()}`, `focus: ${focus}`, ...complaints, stood.join('\n---\n').slice(0, 8_000)].join('\n'));
}

/** Chooses options in a select, one after the other; opens it again where something else on the page closed it meanwhile. */
export async function chooseIn(field: Locator, ...options: string[]): Promise<void> {
  for (const option of options) {
    const shown = field.page().locator('.ant-select-dropdown:visible').getByText(option, { exact: true });
    const choose = async (): Promise<boolean> => {
      if (!(await shown.isVisible())) await field.click();
      return shown.click({ timeout: 3_000 }).then(
        () => true,
        () => false,
      );
    };
    await expect.poll(choose).toBe(true);
  }
}

/** Signs in through the form and waits for the shell. */
export async function signInAt(page: Page, account = 'admin', password = testPassword): Promise<void> {
  await page.locator('input[name=account]').fill(account);
  await page.locator('input[autocomplete=current-password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** Folder for pictures of a run: SCREENSHOTS, or none. `whole`: all of the page, also what lies below the window. */
export async function picture(page: Page, name: string, whole = false): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: whole });
}
