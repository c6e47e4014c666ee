import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { giveUp } from './install.mjs';
import { onStarterEnd } from './starter.mjs';

const MAJOR = 24;

/** The Node that the product runs on: the installed one, else this process's own when it is new enough. */
export function pickNode(root) {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const file = path.join(root, 'node_modules', `node-${system}-${process.arch}`, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(file) && spawnSync(file, ['-v'], { stdio: 'ignore' }).status === 0) return file;
  if (Number(process.versions.node.split('.')[0]) >= MAJOR) return process.execPath;
  return giveUp(
    `Node ${MAJOR} is needed and there is none in node_modules for ${process.platform} ${process.arch}; this is ${process.version}: install Node ${MAJOR} and start again.`,
  );
}

/**
 * How the product's Node is run (NODE_OPTIONS=--max-semi-space-size=32 where a gateway has memory to spare; 16 takes 12 MB more at rest). What
 * requests make is short-lived; the space for it grows with the calls up to this. In one of 4 MB some eighty calls of the gateway find place, and
 * those under way are copied each time it is emptied, which took two fifths of their time.
 *
 * The collector marks with four threads beside the one that answers, whatever there is of processors: on two of them everything else stood still
 * for a tenth of a second some six times a minute (p99 of calls 6.1 ms, with one thread 3.9). One processor stays free.
 */
const collectorThreads = Math.max(1, Math.min(4, availableParallelism() - 1));
const named = process.env.NODE_OPTIONS ?? '';
export const productFlags = [
  ...(named.includes('--max-semi-space-size') ? [] : ['--max-semi-space-size=8']),
  ...(named.includes('--v8-pool-size') ? [] : [`--v8-pool-size=${collectorThreads}`]),
];

/**
 * The C library (glibc) keeps a heap of its own for each of several threads, and gives little of them back: with two of them an export of a
 * million rows grows the process by 50 MB instead of 120. Elsewhere it means nothing.
 */
const productEnvironment = { MALLOC_ARENA_MAX: '2' };

/** Runs a command in the foreground, hands on signals, and ends this process as the command ended. */
export function become(node, args, root) {
  const child = runBeside(node, args, root);
  child.on('exit', (code, signal) => process.exit(signal ? 128 + (SIGNALS[signal] ?? 0) : (code ?? 1)));
}

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };

/** Starts a command that ends with this process and with the npm that runs it; the pipe of `ipc` tells it even of a kill -9. */
export function runBeside(node, args, root) {
  const child = spawn(node, args, {
    cwd: root,
    env: { ...productEnvironment, ...process.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  child.on('error', (error) => giveUp(`${node} could not be run: ${error.message}`));
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
    // Ctrl-C in a terminal reaches the whole group; handed on as well, it would count twice.
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal)));
  }
  onStarterEnd(() => child.kill('SIGTERM'));
  return child;
}
