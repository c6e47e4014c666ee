import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const project = path.join(import.meta.dirname, '../..');
let root = '';

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'launch-'));
  mkdirSync(path.join(root, 'src/app'), { recursive: true });
  cpSync(path.join(project, 'scripts/launch'), path.join(root, 'scripts/launch'), { recursive: true });
  for (const file of ['start.mjs', 'run.mjs']) cpSync(path.join(project, 'scripts', file), path.join(root, 'scripts', file));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(name: string, text: string): void {
  writeFileSync(path.join(root, name), text);
}

function run(...args: string[]): { code: number | null; text: string } {
  const done = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env: { ...process.env, npm_execpath: '' } });
  return { code: done.status, text: done.stdout + done.stderr };
}

/** A project without any dependency, so that npm needs no registry. */
function bare(version: string): void {
  const head = { name: 'bare', version, lockfileVersion: 3 };
  put('package.json', JSON.stringify({ name: 'bare', version, type: 'module' }));
  put('package-lock.json', JSON.stringify({ ...head, packages: { '': { name: 'bare', version } } }));
}

/** A project with our own dependencies, already installed. */
function full(): void {
  for (const file of ['package.json', 'package-lock.json']) cpSync(path.join(project, file), path.join(root, file));
  symlinkSync(path.join(project, 'node_modules'), path.join(root, 'node_modules'));
  put('index.html', '<!doctype html><title>first</title>');
}

test('installs once for a lock, and again when the lock has changed', () => {
  bare('1.0.0');
  put('src/app/hello.ts', 'const word: string = process.argv[2] ?? ""; console.log(`hello ${word}`)');
  const first = run('scripts/run.mjs', 'src/app/hello.ts', 'you');
  expect(first).toMatchObject({ code: 0, text: expect.stringContaining('Installing the dependencies') });
  expect(first.text).toContain('hello you');
  expect(run('scripts/run.mjs', 'src/app/hello.ts', 'again')).toEqual({ code: 0, text: 'hello again\n' });
  rmSync(path.join(root, 'node_modules', '.package-lock.json'), { force: true });
  bare('1.0.1');
  expect(run('scripts/run.mjs', 'src/app/hello.ts').text).toContain('Installing the dependencies');
});

test('an install that fails ends with a sentence and is tried again the next time', () => {
  bare('1.0.0');
  put('package.json', JSON.stringify({ name: 'bare', version: '1.0.0', dependencies: { absent: 'file:./nowhere.tgz' } }));
  for (const _attempt of [1, 2]) {
    expect(run('scripts/run.mjs', 'x.ts')).toMatchObject({
      code: 1,
      text: expect.stringContaining('The dependencies could not be installed'),
    });
  }
});

test('builds what is stale only, keeps the old build when one fails, hands on exit code and flags', () => {
  full();
  put('src/app/main.ts', 'console.log(process.argv.slice(2).join()); process.exit(7)');
  const first = run('scripts/start.mjs', '--demo');
  expect(first).toMatchObject({ code: 7, text: expect.stringContaining('Building the console.') });
  expect(first.text).toContain('--demo');
  expect(readFileSync(path.join(root, 'dist/index.html'), 'utf8')).toContain('first');
  expect(run('scripts/start.mjs').text).not.toContain('Building');
  put('index.html', '<!doctype html><script type="module" src="/src/absent.ts"></script>');
  expect(run('scripts/start.mjs')).toMatchObject({ code: 1, text: expect.stringContaining('The console could not be built') });
  expect(readFileSync(path.join(root, 'dist/index.html'), 'utf8')).toContain('first');
  put('index.html', '<!doctype html><title>second</title>');
  expect(run('scripts/start.mjs').text).toContain('Building the console.');
  expect(readFileSync(path.join(root, 'dist/index.html'), 'utf8')).toContain('second');
});

test('hands on SIGTERM, and its kill -9 is noticed', async () => {
  full();
  const watch = path.join(project, 'src/platform/parent-watch.ts');
  put(
    'src/app/main.ts',
    `import { writeFileSync } from 'node:fs'; import { onParentEnd } from ${JSON.stringify(watch)};
onParentEnd(() => { writeFileSync('left', ''); process.exit() });
process.on('SIGTERM', () => process.exit(9)); setInterval(() => {}, 1000); console.log('up')`,
  );
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const child = spawn(process.execPath, ['scripts/start.mjs'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const chunk of child.stdout) if (String(chunk).includes('up')) break;
    child.kill(signal);
    expect((await once(child, 'exit'))[0]).toBe(signal === 'SIGTERM' ? 9 : null);
  }
  await expect.poll(() => existsSync(path.join(root, 'left'))).toBe(true);
});

test('ends with the npm that started it in the background, whichever way that one ends', async () => {
  full();
  const marks = `const mark = (name) => writeFileSync(name, String(process.pid));`;
  put(
    'src/app/main.ts',
    `import { writeFileSync } from 'node:fs'; ${marks}
process.on('SIGTERM', () => { mark('ended'); process.exit() }); setInterval(() => {}, 1000); mark('up')`,
  );
  const there = (name: string) => (): boolean => existsSync(path.join(root, name));
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const name of ['up', 'ended']) rmSync(path.join(root, name), { force: true });
    const npm = spawn('npm', ['start'], { cwd: root, stdio: 'ignore' });
    await expect.poll(there('up'), { timeout: 60_000 }).toBe(true);
    npm.kill(signal);
    await expect.poll(there('ended'), { timeout: 20_000 }).toBe(true);
  }
});
