import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearScratch, makeScratch, removeScratch } from './scratch.ts';

let parent = '';
beforeEach(() => (parent = mkdtempSync(path.join(tmpdir(), 'scratch-'))));
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const left = (host: string, pid: number): string => {
  const folder = path.join(parent, `${host}.${pid}.abc123`);
  mkdirSync(path.join(folder, 'inside'), { recursive: true });
  return folder;
};
const here = hostname().replace(/[^\w-]/g, '');
/** The number of a process that has ended. */
const ended = (): number => spawnSync(process.execPath, ['-e', '']).pid;

test('What ended processes left is removed, also by one that had the same number', async () => {
  const folders = [left(here, ended()), left(here, process.pid)];
  await clearScratch(parent);
  expect(folders.filter((folder) => existsSync(folder))).toEqual([]);
});

test('What others work on stays: this process, another that lives, another machine', async () => {
  const own = await makeScratch(parent);
  const folders = [own, left(here, process.ppid), left('elsewhere', 1)];
  await clearScratch(parent);
  expect(folders.filter((folder) => !existsSync(folder))).toEqual([]);
  await removeScratch(own);
  expect(existsSync(own)).toBe(false);
});

test('What another machine left a day ago is removed', async () => {
  const folder = left('elsewhere', 1);
  const long = Date.now() / 1000 - 2 * 86_400;
  utimesSync(folder, long, long);
  await clearScratch(parent);
  expect(existsSync(folder)).toBe(false);
});

test('Where nothing was made yet there is nothing to remove', async () => {
  await expect(clearScratch(path.join(parent, 'none'))).resolves.toBeUndefined();
});
