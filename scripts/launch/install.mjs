import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// Plain JavaScript without dependencies: this runs on a fresh clone, on any Node from 20.19.

const STAMP = path.join('node_modules', '.wheelhouse-lock');

/** Prints one line on what is going on, apart from what the programs themselves print. */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** Ends the process with a sentence for the operator. */
export function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** Installs the dependencies when they are missing or of another package-lock.json. */
export function ensureInstalled(root) {
  const lock = readFileSync(path.join(root, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex');
  const stamp = path.join(root, STAMP);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  if (!installedByHand(root, JSON.parse(lock))) install(root, stamp);
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

/** Whether node_modules, by npm's own record, already holds what the lock asks for. */
function installedByHand(root, lock) {
  const record = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const present = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(lock.packages).every(
    ([place, wanted]) => place === '' || (present[place] ? present[place].version === wanted.version : wanted.optional || wanted.peer),
  );
}

function install(root, stamp) {
  say('Installing the dependencies; the first time this takes about a minute.');
  rmSync(stamp, { force: true });
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm(root, ['ci', ...flags], 'pipe')) return;
  // `npm ci` also refuses a lock that lacks optional packages of other platforms, as one made against a partial mirror does;
  // `npm install` takes the locked versions all the same and leaves the lock as it is.
  if (!npm(root, ['install', '--no-save', ...flags], 'inherit')) {
    giveUp('The dependencies could not be installed, see above: check the network and the registry that npm is set to, then start again.');
  }
}

function npm(root, args, stderr) {
  const stdio = ['inherit', 'inherit', stderr];
  const own = process.env.npm_execpath;
  const done =
    own && /\.c?js$/.test(own)
      ? spawnSync(process.execPath, [own, ...args], { cwd: root, stdio })
      : spawnSync('npm', args, { cwd: root, stdio, shell: process.platform === 'win32' });
  return done.status === 0;
}
