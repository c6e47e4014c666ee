import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openSignedIn, picture } from './browser.ts';
import { faultsOf } from './looked-at.ts';
import { buildPlainly } from './plain-build.ts';
import { testPassword } from './product.ts';
import { isNightly } from './share.ts';

const project = path.resolve(import.meta.dirname, '..');
/** A copy of the project's sources, in which both generators run. */
let root = '';

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'wheelhouse-made-'));
  const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: project, encoding: 'utf8' });
  for (const file of tracked.split('\0').filter((one) => one && existsSync(path.join(project, one))))
    cpSync(path.join(project, file), path.join(root, file));
  symlinkSync(path.join(project, 'node_modules'), path.join(root, 'node_modules'));
  // What was there before has its own tests.
  git('init', '-q');
  // A link is no folder for .gitignore, which names `node_modules/`.
  appendFileSync(path.join(root, '.git/info/exclude'), 'node_modules\n');
  git('add', '-A');
  git('commit', '-qm', 'before');
  knowTypes();
}, 120_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What the check of types around this one kept: of the copy only what was made is then looked at. Its names of packages lead elsewhere here. */
function knowTypes(): void {
  const [kept, place] = [path.join(project, known), path.join(root, known)];
  if (!existsSync(kept)) return;
  const packages = path.relative(path.dirname(place), realpathSync(path.join(project, 'node_modules')));
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, readFileSync(kept, 'utf8').replaceAll('"../node_modules/', `"${packages}/`));
}
const known = '.cache/types.tsbuildinfo';

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: root, encoding: 'utf8' });

interface Run {
  code: number | null;
  text: string;
}

/** Runs a program of the copy on the same Node. */
async function run(...args: string[]): Promise<Run> {
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, INIT_CWD: root, VITEST: '', CPU_NOTES: '', CONSOLE_BUILT: '' },
  });
  let text = '';
  child.stdout?.on('data', (part) => (text += String(part)));
  child.stderr?.on('data', (part) => (text += String(part)));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, text };
}

const bin = (name: string, file = name): string => path.join('node_modules', name, 'bin', file);

test('What is made passes every check and its own tests', { timeout: 900_000 }, async () => {
  const made = [
    await run(
      'scripts/new-module.ts',
      'meeting-room',
      '--entity',
      'room',
      '--title',
      '会议室|Meeting rooms|会議室',
      '--scope',
      'department',
    ),
    await run('scripts/new-page.ts', 'meeting-room', 'room-category', '--title', '会议室类型|Room categories|会議室の種類'),
  ];
  made.push(await run('scripts/eject.ts', 'meeting-room', 'room-category'));
  // In a module that is there, and with a range of its own: the same templates with other words.
  if (isNightly)
    made.push(await run('scripts/new-page.ts', 'contacts', 'job-family', '--title', '职族|Job families|職種', '--scope', 'department'));
  expect(made.map(({ code, text }) => (code === 0 ? '' : text))).toEqual(made.map(() => ''));
  git('add', '-A');
  const fresh = git('diff', '--cached', '--name-only')
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file));
  const tests = fresh.filter((file) => file.endsWith('.test.ts'));
  // What is written out has the test of its short form.
  expect(tests).toHaveLength(made.length - 1);
  const touched = git('diff', '--cached', '--name-only', '--diff-filter=d').split('\n').filter(Boolean);
  const checks = {
    types: () =>
      run(bin('typescript', 'tsc'), '--noEmit', '-p', 'tsconfig.json', '--incremental', '--tsBuildInfoFile', known, '--checkers', '1'),
    lint: () => run(bin('oxlint'), '--type-aware', ...fresh),
    format: () => run(bin('oxfmt'), '--check', ...touched),
    unused: () => run(bin('knip', 'knip.js')),
    // What was there before is asked in the run around this one; one worker loads the product once.
    tests: () =>
      run(
        'node_modules/vitest/vitest.mjs',
        'run',
        '--maxWorkers=1',
        'tests/checks',
        'tests/conformance/contracts.test.ts',
        'tests/conformance/wire.test.ts',
        ...(isNightly ? ['tests/conformance/range.test.ts', 'tests/conformance/dry-run.test.ts'] : []),
        ...tests,
        // By day what is asked of the made things alone, and the rules that hold for all lists; what counts the refusals of all operations would miss the others.
        ...(isNightly ? [] : ['-t', '[rR]oom|^ ?(every|each(?! refused write)|all|files|modules|no loose|nothing committed|a module)']),
      ),
  };
  const results: Record<string, Run> = {};
  // Two lines of work: as many as there are cores.
  const line = async (...names: (keyof typeof checks)[]): Promise<void> => {
    for (const name of names) results[name] = await checks[name]();
  };
  await Promise.all([line('lint', 'format', 'types', 'unused'), line('tests')]);
  expect(Object.entries(results).map(([name, { code, text }]) => (code === 0 ? name : `${name}: ${text.slice(-4000)}`))).toEqual(
    Object.keys(results),
  );
});

test(
  'The page that was made is used in Chromium, light and dark: empty, form, object, history, without a fault',
  { timeout: 600_000 },
  async () => {
    const data = mkdtempSync(path.join(tmpdir(), 'wheelhouse-made-data-'));
    await buildPlainly(root, path.join(root, 'dist'));
    const environment = {
      ...process.env,
      NODE_ENV: '',
      CPU_NOTES: '',
      PORT: '0',
      DATA_DIR: data,
      ADMIN_PASSWORD: testPassword,
      LOG_LEVEL: 'silent',
    };
    const server = spawn(process.execPath, ['src/app/main.ts'], {
      cwd: root,
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    const browser = await openBrowser();
    try {
      const origin = await originOf(server);
      for (const [theme, width] of [
        ['light', 1440],
        ['dark', 390],
      ] as const) {
        const { page, context, complaints } = await openSignedIn({ browser, product: { origin } }, { theme, width });
        const clean = async (part: string): Promise<void> => {
          await picture(page, `made-${part}-${theme}-${width}`);
          expect([part, await faultsOf(page, { state: part })]).toEqual([part, []]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        };
        const name = `Category ${width}`;
        await page.goto(`${origin}/meeting_room_room_category`);
        await page
          .getByText(theme === 'light' ? 'No room categories yet' : 'Category 1440')
          .first()
          .waitFor();
        await clean('list');
        await page.getByRole('button', { name: 'Add' }).first().click();
        await page.locator('.whk-form').getByLabel('Name').fill(name);
        await clean('form');
        await page.locator('.whk-form-foot .ant-btn-primary').click();
        await page.locator('.ant-drawer .whk-facts').waitFor();
        await clean('object');
        await page.locator('.ant-drawer').getByRole('tab').nth(1).click();
        await page.locator('.whk-history li').first().waitFor();
        await clean('history');
        await page.goto(`${origin}/meeting_room_room`);
        await page.locator('.whk-state, .whk-open').first().waitFor();
        await clean('scoped');
        expect(complaints).toEqual([]);
        await context.close();
      }
    } finally {
      await browser.close();
      const ended = server.exitCode !== null || new Promise((resolve) => server.on('close', resolve));
      server.kill('SIGTERM');
      await ended;
      rmSync(data, { recursive: true, force: true });
    }
  },
);

/** Where the product says it is ready. */
function originOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stdout?.on('data', (part) => {
      said += String(part);
      const address = /ready at (http:\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    });
    server.on('close', () => reject(new Error(`The product ended before it was ready: ${said}`)));
  });
}
