import { expect, test } from 'vitest';
import { circlesIn } from './circles.ts';
import { sourceFiles, type SourceFile } from './source-files.ts';

const files = sourceFiles('src');
const isTest = (file: string): boolean => /\.(test|types\.test)\.tsx?$/.test(file) || file.includes('/testing/');

/** common, server or console: the face that a file belongs to. */
function faceOf(file: string): string | undefined {
  return /^src\/(?:kit|modules\/[^/]+)\/(common|server|console|locales)\//.exec(file)?.[1];
}

function offences(rule: (file: SourceFile, target: string) => boolean): string[] {
  return files
    .filter((file) => !isTest(file.path))
    .flatMap((file) => file.imports.filter((target) => rule(file, target)).map((target) => `${file.path} imports ${target}`));
}

test('console and server never import each other', () => {
  expect(offences((file, target) => faceOf(file.path) === 'console' && faceOf(target) === 'server')).toEqual([]);
  expect(offences((file, target) => faceOf(file.path) === 'server' && faceOf(target) === 'console')).toEqual([]);
});

test('the platform is for the server: neither common nor console imports it', () => {
  expect(offences((file, target) => ['common', 'console'].includes(faceOf(file.path) ?? '') && target.startsWith('src/platform/'))).toEqual(
    [],
  );
});

test('common imports only common and the schema library', () => {
  const allowed = (target: string): boolean => faceOf(target) === 'common' || target === 'zod';
  expect(offences((file, target) => faceOf(file.path) === 'common' && !allowed(target))).toEqual([]);
});

test('the console uses no Node modules and the server no React', () => {
  expect(offences((file, target) => faceOf(file.path) === 'console' && target.startsWith('node:'))).toEqual([]);
  expect(offences((file, target) => faceOf(file.path) === 'server' && /^(react|antd|@tanstack)/.test(target))).toEqual([]);
});

test('kit and platform know no module, and nobody below src/app lists modules', () => {
  expect(offences((file, target) => /^src\/(kit|platform)\//.test(file.path) && target.startsWith('src/modules/'))).toEqual([]);
  expect(offences((file, target) => !file.path.startsWith('src/app/') && target.startsWith('src/app/'))).toEqual([]);
  expect(offences((file, target) => file.path.startsWith('src/platform/') && target.startsWith('src/kit/'))).toEqual([]);
});

test('what stands below testing/ is no part of the product: nothing but tests, benches and the like imports it', () => {
  expect(offences((file, target) => !file.path.includes('/fixtures/') && isTest(target))).toEqual([]);
});

test('the gallery is no part of the product: nothing outside it imports it', () => {
  const gallery = 'src/kit/console/gallery/';
  expect(offences((file, target) => !file.path.startsWith(gallery) && target.startsWith(gallery))).toEqual([]);
});

const moduleOf = (file: string): string | undefined => /^src\/modules\/([^/]+)\//.exec(file)?.[1];

test('a module reaches another only through its common folder or a public.ts', () => {
  const open = (target: string): boolean => faceOf(target) === 'common' || target.endsWith('/public.ts');
  expect(
    offences(
      (file, target) =>
        moduleOf(file.path) !== undefined && moduleOf(target) !== undefined && moduleOf(file.path) !== moduleOf(target) && !open(target),
    ),
  ).toEqual([]);
});

test('files do not import each other in circles, types counted', () => {
  const graph = new Map(files.filter((file) => !isTest(file.path)).map((file) => [file.path, file.imports]));
  expect(circlesIn(graph)).toEqual([]);
});

test('modules do not use each other in circles, types counted', () => {
  const graph = new Map<string, string[]>();
  for (const file of files) {
    const from = moduleOf(file.path);
    if (from === undefined || isTest(file.path)) continue;
    const others = file.imports.flatMap((target) => moduleOf(target) ?? []).filter((name) => name !== from);
    graph.set(from, [...(graph.get(from) ?? []), ...others]);
  }
  expect(circlesIn(graph)).toEqual([]);
});

test('a circle is found with everything that is in it', () => {
  const graph = new Map([
    ['a', ['b', 'd']],
    ['b', ['c']],
    ['c', ['b', 'a']],
    ['d', ['e']],
    ['e', []],
    ['f', ['f']],
  ]);
  expect(circlesIn(graph)).toEqual([['a', 'b', 'c'], ['f']]);
});
