/**
 * `npm test`: installs what is missing (packages, and through apt where root the browser and the peers' servers), then runs every check
 * and every test. `npm test -- FOLDER…` runs the tests of some folders, `npm test -- --changed` what a change can touch (CONTRIBUTING.md).
 * Plain JavaScript for any Node from 20.19. Closing line: `N passed, N failed`.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';
import { ensureInstalled } from './launch/install.mjs';
import { pickNode } from './launch/node.mjs';
import { heldTo, notedBy, watchMachine } from './suite/budget.mjs';
import { collectLate } from './suite/memory.mjs';
import { runPart } from './suite/part.mjs';
import { installPrograms } from './suite/programs.mjs';
import { changedSince, touchedBy } from './suite/selection.mjs';

const root = path.resolve(import.meta.dirname, '..');
ensureInstalled(root);
const node = pickNode(root);
const wishes = process.argv.slice(2);
const changed = wishes.find((wish) => wish.startsWith('--changed'));

let passed = 0;
let failed = 0;
/** Of the static checks. */
const quick = { ...process.env, ...collectLate() };
/** CPU seconds by part. */
const spent = new Map();

function bin(name) {
  const folder = path.join(root, 'node_modules', name);
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const file = typeof manifest.bin === 'string' ? manifest.bin : (manifest.bin[name] ?? Object.values(manifest.bin)[0]);
  return path.join(folder, file);
}

async function check(title, command) {
  const { code, printed, seconds, wall } = await runPart([node, ...command], { cwd: root, env: quick });
  const good = code === 0;
  if (good) passed += 1;
  else failed += 1;
  spent.set(title, seconds);
  console.log(`${good ? 'ok  ' : 'FAIL'} ${title} (${wall.toFixed(1)} s)`);
  if (!good) console.log(printed.split('\n').slice(-120).join('\n'));
}

/** Checks that run nothing, on two cores side by side. The types of an earlier run are known: only what changed since is looked at. */
async function checkSources() {
  const known = path.join(root, '.cache', 'types.tsbuildinfo');
  const types = ['--noEmit', '-p', 'tsconfig.json', '--incremental', '--tsBuildInfoFile', known, '--checkers', '1'];
  const others = async () => {
    await check('lint and boundaries', [bin('oxlint'), '--type-aware']);
    await check('format', [bin('oxfmt'), '--check']);
    await check('unused files, exports and dependencies', [bin('knip')]);
  };
  await Promise.all([check('types', [bin('typescript'), ...types]), others()]);
}

async function build() {
  const program = `import { ensureBuilt } from './scripts/launch/build.mjs'; ensureBuilt('.', process.execPath)`;
  const { code, seconds } = await runPart([node, '--input-type=module', '-e', program], { cwd: root, show: true });
  if (code !== 0) process.exit(1);
  spent.set('build of the console', seconds);
}

/**
 * Folder for what tests leave on disk: in memory where there is room, because a database's thousand files are made there in a thirtieth of
 * the time.
 */
function scratchFolder() {
  const memory = '/dev/shm';
  const needed = 6 * 1024 ** 3;
  const isRoomy = () => {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > needed && freemem() > needed;
  };
  const parent = !process.env.TMPDIR && existsSync(memory) && isRoomy() ? memory : tmpdir();
  return mkdtempSync(path.join(parent, 'wheelhouse-'));
}

async function vitest(filters) {
  const folder = scratchFolder();
  const [report, notes, retries] = ['report.json', 'cpu.jsonl', 'retried.txt'].map((name) => path.join(folder, name));
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, '--reporter=./tests/retried.reporter.ts'];
  const { code } = await runPart([node, bin('vitest'), 'run', ...reporters, ...filters], {
    cwd: root,
    show: true,
    env: { ...process.env, WHEELHOUSE_TEST: '1', TMPDIR: folder, CPU_NOTES: notes, RETRIED: retries, CONSOLE_BUILT: '1' },
  });
  const counts = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { numPassedTests: 0, numFailedTests: 1 };
  const noted = existsSync(notes) ? notedBy(notes) : undefined;
  const retried = existsSync(retries) ? readFileSync(retries, 'utf8').split('\n').filter(Boolean) : [];
  rmSync(folder, { recursive: true, force: true });
  passed += counts.numPassedTests;
  failed += counts.numFailedTests;
  // A file that fails to load, or an error outside a test, fails the run without failing a test.
  if (code !== 0 && counts.numFailedTests === 0) failed += 1;
  // Not by the runner's children that ended: a browser's are never waited for, and the dearest of all would be missing.
  for (const [part, sum] of noted?.sums ?? []) spent.set(part, sum);
  return { retried, dearest: noted?.dearest ?? [] };
}

/** Says what the run took, and what it may take. */
function tellCosts(dearest, slowness, isWhole) {
  const total = [...spent.values()].reduce((sum, seconds) => sum + seconds, 0);
  // Nowhere but on Linux and the like is it counted.
  if (total === 0) return;
  console.log('\nCPU seconds by part:');
  for (const [part, seconds] of spent) if (seconds >= 0.5) console.log(`${seconds.toFixed(0).padStart(6)}  ${part}`);
  console.log(`${total.toFixed(0).padStart(6)}  together; the machine was ${slowness.toFixed(1)} times as slow as that of the budget`);
  if (!isWhole) return;
  console.log(`The dearest files: ${dearest.map(({ file, seconds }) => `${file} ${seconds.toFixed(0)}`).join(', ')}`);
  const { all, over } = heldTo(root, spent, slowness);
  if (over.length === 0) passed += 1;
  else failed += 1;
  for (const { name, seconds, most } of over) console.log(`FAIL ${name}: ${seconds.toFixed(0)} of ${most} CPU seconds`);
  console.log(`${over.length === 0 ? 'ok  ' : 'FAIL'} ${all.seconds.toFixed(0)} of ${all.most} CPU seconds (scripts/suite/budget.mjs)`);
}

/** What failed once and passed the second time is no pass to be trusted: it is named, so that somebody looks. */
function tellRetried(retried) {
  if (retried.length === 0) return;
  console.log(`\n${retried.length} passed only when tried again:`);
  for (const name of retried) console.log(`  ${name}`);
}

installPrograms();
const slowness = watchMachine();
const isWhole = wishes.length === 0 && process.env.NIGHTLY !== '1';
if (wishes.length === 0 || changed) await checkSources();
await build();
const filters = changed ? touchedBy(root, changedSince(root, changed.split('=')[1])) : wishes;
if (changed) console.log(`A change can touch ${filters.length} test files.`);
const { retried, dearest } = await vitest(filters);
tellCosts(dearest, slowness(), isWhole);
tellRetried(retried);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
