import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { endAll, postmasterOf, serversOf, statusOf, testFolder } from './process-product.ts';

// A whole product starts, on a machine that is shared.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

const project = path.resolve(import.meta.dirname, '../..');

afterAll(() => endAll());

/** A project that starts the product of this one, with a page of one line for its console: what `npm start` builds is not the subject. */
function smallProject(): string {
  const root = testFolder();
  for (const name of ['package.json', 'package-lock.json', 'scripts/start.mjs', 'scripts/launch']) {
    cpSync(path.join(project, name), path.join(root, name), { recursive: true });
  }
  symlinkSync(path.join(project, 'node_modules'), path.join(root, 'node_modules'));
  mkdirSync(path.join(root, 'src/app'), { recursive: true });
  writeFileSync(path.join(root, 'src/app/main.ts'), `import ${JSON.stringify(path.join(project, 'src/app/main.ts'))};\n`);
  writeFileSync(path.join(root, 'index.html'), '<!doctype html><title>small</title>');
  return root;
}

test('npm start in the background ends with its number: SIGTERM to npm stops the server and its database in order', async () => {
  const root = smallProject();
  const dataDir = path.join(root, 'data');
  const log = path.join(root, 'output');
  // As a shell starts `npm start > output &`: what ends npm ends nothing else by itself.
  const npm = spawn('sh', ['-c', 'exec npm start > output 2>&1'], {
    cwd: root,
    detached: true,
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
  });
  const output = (): string => readFileSync(log, 'utf8');
  const origin = (): string => /ready at (http:\S+)/.exec(output())?.[1] ?? '';
  await expect.poll(origin, { timeout: 240_000, interval: 100 }).not.toBe('');
  const address = `${origin()}/healthz`;
  expect(await statusOf(address)).toBe(200);
  expect(postmasterOf(dataDir)).toBeGreaterThan(0);

  npm.kill('SIGTERM');
  await once(npm, 'exit');
  await expect.poll(() => statusOf(address), { timeout: 30_000, interval: 100 }).toBe(0);
  await expect.poll(() => serversOf(dataDir), { timeout: 60_000, interval: 100 }).toEqual([]);
  // In order: the server took the signal, and the database was shut down rather than left to recover.
  expect(output()).toContain('SIGTERM: ending what runs, then stopping.');
  expect(readFileSync(path.join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down');
});
