import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { giveUp, say } from './install.mjs';

const SINGLE = ['index.html', 'vite.config.ts', 'package.json', 'package-lock.json'];

/** Builds the console into dist when its sources are not those that dist was built from. */
export function ensureBuilt(root, node) {
  const stamp = path.join(root, 'dist', '.stamp');
  const hash = hashSources(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  say('Building the console.');
  // Built aside and then put in place: a build that fails or is cut off leaves the old one.
  const draft = path.join(root, '.cache', `dist-${process.pid}`);
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const done = spawnSync(node, [vite, 'build', '--logLevel', 'warn', '--outDir', draft, '--emptyOutDir'], {
    cwd: root,
    stdio: 'inherit',
    // Tests run under another one, which would be built in: development checks, ids that repeat.
    env: { ...process.env, NODE_ENV: 'production', CONSOLE_BUILD: hash.slice(0, 8) },
  });
  if (done.status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    giveUp('The console could not be built, see above.');
  }
  mkdirSync(draft, { recursive: true });
  writeFileSync(path.join(draft, '.stamp'), hash);
  putInPlace(draft, path.join(root, 'dist'), () => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash);
}

/** Puts a build where it belongs. Another start may build the same at the same time: whichever is first serves both. */
function putInPlace(draft, place, isThere) {
  const old = `${draft}-old`;
  for (let attempt = 1; !isThere(); attempt += 1) {
    try {
      // Moved aside as a whole: what is deleted file by file could already be the build of the other.
      if (existsSync(place)) renameSync(place, old);
      renameSync(draft, place);
    } catch (error) {
      if (attempt === 5) throw error;
    }
    rmSync(old, { recursive: true, force: true });
  }
  rmSync(draft, { recursive: true, force: true });
}

/** One hash over names and contents of everything the console is built from. */
function hashSources(root) {
  const hash = createHash('sha256');
  const names = readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)));
  names.sort((one, other) => (one < other ? -1 : 1));
  for (const name of [...SINGLE, ...names]) {
    const file = path.join(root, name);
    if (existsSync(file))
      hash
        .update(`${name.replaceAll('\\', '/')}\0`)
        .update(readFileSync(file))
        .update('\0');
  }
  return hash.digest('hex');
}
