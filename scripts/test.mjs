/**
 * `npm test`: installs what is missing (packages, and through apt where root the browser and the peers' servers), then runs every check
 * and every test. Plain JavaScript for any Node from 20.19. Closing line: `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuilt } from './launch/build.mjs';
import { ensureInstalled } from './launch/install.mjs';
import { pickNode } from './launch/node.mjs';

const root = path.resolve(import.meta.dirname, '..');
ensureInstalled(root);
const node = pickNode(root);
const only = process.argv.slice(2);

/** Debian packages that the tests talk to, by the program that shows they are there. */
const programs = {
  '/usr/bin/chromium-headless-shell': ['chromium-headless-shell', 'fonts-noto-cjk'],
  '/usr/bin/redis-server': ['redis-server'],
  '/usr/sbin/slapd': ['slapd'],
  '/usr/sbin/rsyslogd': ['rsyslog'],
  '/usr/lib/x86_64-linux-gnu/rsyslog/lmnsd_gtls.so': ['rsyslog-gnutls'],
  '/usr/bin/openssl': ['openssl'],
};

/** What serves as well where nothing can be installed. */
const instead = { '/usr/bin/chromium-headless-shell': '/usr/bin/chromium' };

function installPrograms() {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const missing = Object.entries(programs).filter(
    ([program]) => !existsSync(program) && (mayInstall || !existsSync(instead[program] ?? program)),
  );
  if (missing.length === 0) return;
  const packages = missing.flatMap(([, names]) => names);
  if (!mayInstall) {
    console.error(
      `These tests need ${packages.join(', ')}. Install them (on Debian: sudo apt-get install ${packages.join(' ')}) and run npm test again.`,
    );
    process.exit(1);
  }
  console.log(`Installing ${packages.join(', ')} …`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env: environment });
  const done = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment,
  });
  if (done.status !== 0) process.exit(1);
}

let passed = 0;
let failed = 0;

function bin(name) {
  const folder = path.join(root, 'node_modules', name);
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const file = typeof manifest.bin === 'string' ? manifest.bin : (manifest.bin[name] ?? Object.values(manifest.bin)[0]);
  return path.join(folder, file);
}

function check(title, command) {
  const started = Date.now();
  const result = spawnSync(node, command, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const good = result.status === 0;
  if (good) passed += 1;
  else failed += 1;
  console.log(`${good ? 'ok  ' : 'FAIL'} ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (!good) console.log(`${result.stdout ?? ''}${result.stderr ?? ''}`.split('\n').slice(-120).join('\n'));
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

function vitest(filters) {
  const folder = scratchFolder();
  const report = path.join(folder, 'report.json');
  const result = spawnSync(
    node,
    [bin('vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...filters],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, WHEELHOUSE_TEST: '1', TMPDIR: folder },
    },
  );
  const counts = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { numPassedTests: 0, numFailedTests: 1 };
  rmSync(folder, { recursive: true, force: true });
  passed += counts.numPassedTests;
  failed += counts.numFailedTests;
  // A file that fails to load, or an error outside a test, fails the run without failing a test.
  if (result.status !== 0 && counts.numFailedTests === 0) failed += 1;
}

installPrograms();
if (only.length === 0) {
  check('types', [bin('typescript'), '--noEmit', '-p', 'tsconfig.json']);
  check('lint and boundaries', [bin('oxlint'), '--type-aware']);
  check('format', [bin('oxfmt'), '--check']);
  check('unused files, exports and dependencies', [bin('knip')]);
}
ensureBuilt(root, node);
vitest(only);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
