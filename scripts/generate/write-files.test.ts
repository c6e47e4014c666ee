import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeFiles } from './write-files.ts';

let root = '';

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'wheelhouse-write-'));
  for (const folder of ['docs', 'scripts', 'src/app']) mkdirSync(path.join(root, folder), { recursive: true });
  put('.oxfmtrc.json', '{ "singleQuote": true, "ignorePatterns": ["x"] }');
  put('docs/openapi.json', 'old');
  put('src/app/modules.ts', 'old\n');
  put('scripts/openapi.ts', "import { writeFileSync } from 'node:fs'; writeFileSync('docs/openapi.json', 'new');");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const put = (file: string, text: string): void => writeFileSync(path.join(root, file), text);
const get = (file: string): string => readFileSync(path.join(root, file), 'utf8');
/** Every file of the project, folders included. */
const all = (): string[] => readdirSync(root, { recursive: true }).map(String).toSorted();
const draft = (made: Record<string, string>, changed: Record<string, string> = { 'src/app/modules.ts': 'a  =  "b"' }) => ({
  made: new Map(Object.entries(made)),
  changed: new Map(Object.entries(changed)),
});
const module = { 'src/modules/x/a.ts': 'export const a  = "1"', 'src/modules/x/deep/b.sql': 'select  1;\n' };

test('Writes all of it, formatted, and describes the wire anew', async () => {
  expect(await writeFiles(root, draft(module))).toEqual(['src/app/modules.ts', 'src/modules/x/a.ts', 'src/modules/x/deep/b.sql']);
  expect(get('src/modules/x/a.ts')).toBe("export const a = '1';\n");
  expect(get('src/modules/x/deep/b.sql')).toBe('select  1;\n');
  expect([get('src/app/modules.ts'), get('docs/openapi.json')]).toEqual(["a = 'b';\n", 'new']);
  expect(readdirSync(path.join(root, '.cache'))).toEqual([]);
});

test.each([
  [
    'what was made does not load',
    draft(module),
    "import { writeFileSync } from 'node:fs'; writeFileSync('docs/openapi.json', ''); throw new Error('no such thing');",
    /taken back[^]*no such thing/,
  ],
  ['a text is no TypeScript', draft({ ...module, 'src/modules/x/c.ts': 'export const = ;' }), '', /c\.ts could not be formatted/],
  ['a file lies where a folder is needed', draft({ ...module, 'src/app/modules.ts/d.sql': '' }), '', /./],
])('Takes everything back when %s', async (_what, wish, script, reason) => {
  put('scripts/openapi.ts', script);
  const before = all();
  await expect(writeFiles(root, wish)).rejects.toThrow(reason);
  expect(all().filter((file) => file !== '.cache')).toEqual(before);
  expect([get('src/app/modules.ts'), get('docs/openapi.json')]).toEqual(['old\n', 'old']);
});

test('Never writes over a file, nor into one with conflicts of a merge', async () => {
  mkdirSync(path.join(root, 'src/modules/x'), { recursive: true });
  put('src/modules/x/a.ts', 'mine');
  await expect(writeFiles(root, draft(module))).rejects.toThrow(/src\/modules\/x\/a\.ts/);
  expect([get('src/modules/x/a.ts'), existsSync(path.join(root, 'src/modules/x/deep'))]).toEqual(['mine', false]);
  put('src/app/modules.ts', '<<<<<<< HEAD\n');
  await expect(writeFiles(root, draft({ 'src/modules/y.sql': '' }))).rejects.toThrow(/conflicts of a merge/);
});
