import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { everyFile, sourceFiles, textOf } from './source-files.ts';

const files = ['src', 'tests', 'bench', 'scripts'].flatMap(sourceFiles);

test('files are named in kebab case, languages excepted, and none is a barrel', () => {
  const named = (file: string): boolean =>
    /^(?:[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9-]+)*|zh_CN|en_US|ja_JP)\.(?:ts|tsx|mjs)$/.test(path.basename(file));
  expect(files.map((file) => file.path).filter((file) => !named(file))).toEqual([]);
  expect(files.map((file) => file.path).filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([]);
});

test('no folder holds more than 40 files: what is more is split by subject', () => {
  const tracked = ['src', 'tests'].flatMap(everyFile);
  const counts = new Map([...Map.groupBy(tracked, (file) => path.posix.dirname(file))].map(([folder, all]) => [folder, all.length]));
  expect([...counts].filter(([, count]) => count > 40)).toEqual([]);
});

test('a suppressed rule says why', () => {
  const bare = files.filter((file) =>
    file.text
      .split('\n')
      .some(
        (line) =>
          /(oxlint|eslint)-disable|@ts-expect-error/.test(line) &&
          !/ -- \S|@ts-expect-error \S|textOf|test\(/.test(line) &&
          !file.path.startsWith('tests/checks/'),
      ),
  );
  expect(bare.map((file) => file.path)).toEqual([]);
});

test('no loose types: `any` and double assertions stand nowhere outside unsafe.ts', () => {
  const loose = files.filter(
    (file) =>
      !file.path.endsWith('/unsafe.ts') &&
      !file.path.startsWith('tests/checks/') &&
      !/\.test\.tsx?$/.test(file.path) &&
      !/\.test\.tsx?$/.test(file.path) &&
      /\bas any\b|: any\b|<any>|\bas never\b|as unknown as/.test(file.text),
  );
  expect(loose.map((file) => file.path)).toEqual([]);
});

/** Whether a signature of the same function stands before this one: the first has the docstring of all. */
const isOverload = (lines: readonly string[], at: number): boolean => {
  const name = /^export (?:async )?function (\w+)/.exec(lines[at] ?? '')?.[1];
  return name !== undefined && lines.slice(0, at).some((line) => new RegExp(`^export (?:async )?function ${name}\\b`).test(line));
};

test('every exported symbol of the kit and of the contracts has a docstring', () => {
  const watched = files.filter(
    (file) =>
      (/^src\/(kit|platform)\//.test(file.path) || file.path.endsWith('.contract.ts')) &&
      !/\.test\.tsx?$|\/locales\/|\.table\.ts$/.test(file.path),
  );
  const bare = watched.flatMap((file) => {
    const lines = file.text.split('\n').filter((line) => !line.startsWith('// oxlint-disable-next-line'));
    return lines.flatMap((line, at) =>
      /^export (?:async )?(?:function|class|const|interface|abstract class) \w+/.test(line) &&
      !/\*\/\s*$/.test(lines[at - 1] ?? '') &&
      !isGroup(lines, at) &&
      !isOverload(lines, at)
        ? [`${file.path}:${at + 1}`]
        : [],
    );
  });
  expect(bare).toEqual([]);
});

/** A line that directly follows another export shares that one's docstring (schema and its type, a family of one-liners). */
function isGroup(lines: readonly string[], at: number): boolean {
  return /^export |^\}|^\s+.*[,;)]$/.test(lines[at - 1] ?? '');
}

test('every module says in one page what it does', () => {
  const all = path.resolve(import.meta.dirname, '../../src/modules');
  const has = (name: string, part: string): boolean => existsSync(path.join(all, name, part));
  // A group of the menu may stand before its first page does.
  const modules = readdirSync(all).filter((name) => has(name, 'server') || has(name, 'console'));
  expect(modules.filter((name) => !has(name, 'README.md'))).toEqual([]);
});

test('nothing committed carries a path of a workplace or the address of a registry', () => {
  const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && !/\.(png|ico|woff2?|xlsx)$/.test(file) && existsSync(file) && !file.startsWith('tests/checks/'));
  const marks = [new RegExp(`/${'work'}/(main|shared)`), new RegExp(`registry\\.${'npmjs'}`), /"resolved": "http/];
  expect(tracked.filter((file) => marks.some((mark) => mark.test(textOf(file))))).toEqual([]);
});

test('each advisory lock of the database has a number of its own', () => {
  const numbers = sourceFiles('src').flatMap((file) =>
    [...file.text.matchAll(/(?:^|\n)const \w*lock\w* = (7_361_204_\d{3});/gi)].map((found) => found[1]!),
  );
  expect(numbers.length).toBeGreaterThan(5);
  expect(numbers.filter((one, at) => numbers.indexOf(one) !== at)).toEqual([]);
});
