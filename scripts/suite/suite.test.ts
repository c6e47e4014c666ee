import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

// Plain JavaScript, which any Node runs before anything is installed: nobody declares its types but here.
const load = async (name: string): Promise<unknown> => import(path.join(import.meta.dirname, name));
interface Held {
  name: string;
  seconds: number;
  most: number;
}
const { heldTo } = (await load('budget.mjs')) as {
  heldTo: (folder: string, spent: ReadonlyMap<string, number>, slowness: number) => { all: Held; over: Held[] };
};
const { touchedBy } = (await load('selection.mjs')) as { touchedBy: (folder: string, changed: readonly string[]) => string[] };
const { runPart } = (await load('part.mjs')) as {
  runPart: (command: readonly string[], options: { cwd: string }) => Promise<{ code: number; printed: string; seconds: number }>;
};

const root = path.resolve(import.meta.dirname, '../..');
const touched = (...files: string[]): string[] => touchedBy(root, files);

test('A change of text alone runs checks and conformance, one of the lock file everything', () => {
  const always = touched('README.md');
  expect(always).toContain('tests/checks/files.test.ts');
  expect(always).toContain('tests/conformance/wire.test.ts');
  expect(always.filter((file) => !/^tests\/(checks|conformance)\//.test(file))).toEqual([]);
  expect(touched('package-lock.json')).toContain('scripts/suite/suite.test.ts');
});

test('A page of a module runs the tests that open its pages, its server also those over the wire, its migration its own', () => {
  const page = touched('src/modules/radar/console/radar-page.tsx');
  expect(page).toContain('tests/pages/radar.test.ts');
  expect(page).not.toContain('tests/radar.test.ts');
  expect(page).not.toContain('tests/pages/licence.test.ts');
  expect(touched('src/modules/radar/server/module.ts')).toEqual(
    expect.arrayContaining(['tests/radar.test.ts', 'tests/pages/radar.test.ts']),
  );
  expect(touched('src/modules/logs/migrations/0099-new.sql')).toContain('src/modules/logs/server/cleaning/cleaning-faults.test.ts');
});

test('What all stand on runs all that stand on it', () => {
  expect(touched('src/kit/console/theme/base.css')).toEqual(
    expect.arrayContaining(['tests/pages/people/people.test.ts', 'tests/pages/gallery.test.ts']),
  );
  expect(touched('src/kit/server/pipeline.ts')).toEqual(expect.arrayContaining(['tests/security.test.ts', 'tests/faults/starts.test.ts']));
  expect(touched('tests/terminal/test-terminal.ts')).toContain('tests/terminal/sign-in.test.ts');
});

test('A part answers how it ended, what it printed and what its children took', async () => {
  const busy = `const { spawnSync } = require('node:child_process');
    spawnSync(process.execPath, ['-e', 'const until = process.cpuUsage; while (until().user < 3e5);']);
    console.log('done');
    process.exit(3);`;
  const { code, printed, seconds } = await runPart([process.execPath, '-e', busy], { cwd: root });
  expect({ code, printed }).toEqual({ code: 3, printed: 'done\n' });
  expect(seconds).toBeGreaterThan(0.3);
});

test('Each part is held to its budget, and all together; a slow machine and a further area allow more', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'areas-'));
  const make = (areas: number): void => {
    for (let area = 1; area <= areas; area += 1) mkdirSync(path.join(folder, 'src/modules', `area-${area}`), { recursive: true });
  };
  const over = (spent: Record<string, number>, slowness = 1): string[] =>
    heldTo(folder, new Map(Object.entries(spent)), slowness).over.map(({ name, seconds, most }) => `${name} ${seconds}/${most}`);
  try {
    make(43);
    expect(over({ 'pages in Chromium': 1700, types: 70, 'lint and boundaries': 40 })).toEqual([]);
    expect(over({ 'pages in Chromium': 1710, types: 300, 'lint and boundaries': 70 })).toEqual([
      'pages in Chromium 1710/1700',
      'checks and build 370/360',
    ]);
    expect(over({ 'pages in Chromium': 3400 }, 2)).toEqual([]);
    expect(over({ unknown: 5000 })).toEqual(['checks and build 5000/360', 'together 5000/4300']);
    make(45);
    expect(over({ 'pages in Chromium': 1820 })).toEqual([]);
    expect(heldTo(folder, new Map([['modules', 100]]), 2).all).toEqual({ name: 'together', seconds: 50, most: 4600 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
