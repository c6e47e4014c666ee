import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type pg from 'pg';
import { readHolder } from '#platform/database/embedded/folder-lock.ts';
import { columnTypes } from '#platform/database/types.ts';
import { productFlags } from '../../scripts/launch/node.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/** Password of everybody whom a bench signs in. */
export const benchPassword = 'a-bench-of-the-whole-house-7';

/** The product in a process of its own, as `npm start` runs it, on its embedded database. */
export interface House {
  address: string;
  pid: number;
  /** From the start of the process until `/readyz` says ok, in milliseconds. */
  readyMillis: number;
  /** How its database is reached, for the peer without the product. */
  database: pg.ClientConfig;
  /** Resident memory of its Node process in bytes (VmRSS of /proc, without the database's processes). */
  memory(): number;
  stop(): Promise<void>;
}

/** Starts the product on a data folder, with settings beside those of every bench, and waits until it says that it is ready. */
export async function startHouse(dataDir: string, settings: Readonly<Record<string, string>> = {}): Promise<House> {
  const started = performance.now();
  // With the flags, the environment and the cache of npm start (scripts/start.mjs).
  const profile = process.env['BENCH_PROFILE'];
  const profiled = profile === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profile];
  const child = spawn(process.execPath, [...profiled, ...productFlags, path.join(root, 'src/app/main.ts')], {
    cwd: root,
    env: {
      MALLOC_ARENA_MAX: '2',
      ...process.env,
      NODE_COMPILE_CACHE: path.join(root, '.cache', 'node'),
      DATA_DIR: dataDir,
      PORT: '0',
      SESSIONS_PER_PERSON: '1000',
      ADMIN_PASSWORD: benchPassword,
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const address = await Promise.race([readyAddress(child.stdout!), ended.then(() => undefined)]);
  if (address === undefined) throw new Error('The product did not start, see above');
  const { status } = await fetch(`${address}/readyz`);
  if (status !== 200) throw new Error(`/readyz answers ${status}`);
  const readyMillis = performance.now() - started;
  const server = readHolder(dataDir)?.server;
  return {
    address,
    pid: child.pid!,
    readyMillis,
    database: { ...server, types: columnTypes, statement_timeout: 0 },
    memory: () => residentBytes(child.pid!),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function readyAddress(output: Readable): Promise<string | undefined> {
  for await (const line of createInterface({ input: output })) {
    const match = /is ready at (\S+)/.exec(line);
    if (!match) continue;
    // What it says later is read and dropped, so that its pipe never fills.
    output.resume();
    return match[1];
  }
  return undefined;
}

function residentBytes(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  if (!line) throw new Error(`/proc says nothing of the memory of process ${pid}`);
  return Number(line[1]) * 1024;
}
