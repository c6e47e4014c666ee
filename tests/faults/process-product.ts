import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readHolder } from '../../src/platform/database/embedded/folder-lock.ts';
import { readPidFile } from '../../src/platform/database/embedded/orphan.ts';
import { servesFolder } from '../../src/platform/database/embedded/process-identity.ts';
import { columnTypes } from '../../src/platform/database/types.ts';
import { testPassword } from '../product.ts';

const root = path.resolve(import.meta.dirname, '../..');
const main = path.join(root, 'src/app/main.ts');

/** Longest that a test waits for a start. The rule is ten seconds on a machine of its own (bench/ measures it); tests share theirs. */
const longestStart = 240_000;

const children = new Set<ChildProcess>();
const folders: string[] = [];

/** A process of the product as `npm start` runs it. */
export interface ProductProcess {
  pid: number;
  /** Where it listens. */
  origin: string;
  /** Milliseconds from the spawn to the first 200 of /readyz. */
  startMillis: number;
  /** Everything it printed. */
  output(): string;
  /** The exit code; null when a signal ended it. */
  exited: Promise<number | null>;
  /** Sends a signal and waits for the end; answers the exit code. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
}

/** A folder of a test, which an embedded server of another user may pass. */
export function testFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-faults-'));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

/** The process id of the embedded PostgreSQL of a data folder, 0 when none serves it. */
export function postmasterOf(dataDir: string): number {
  const cluster = path.join(dataDir, 'postgres');
  const pid = readPidFile(cluster)?.pid ?? 0;
  return pid > 0 && servesFolder(pid, cluster) ? pid : 0;
}

/** Processes that work inside the cluster's folder: postmaster, backends, workers. */
export function serversOf(dataDir: string): number[] {
  const listed = spawnSync('ps', ['-eo', 'pid='], { encoding: 'utf8' }).stdout.trim().split('\n').map(Number);
  return listed.filter((pid) => servesFolder(pid, path.join(dataDir, 'postgres')));
}

type Env = Record<string, string>;

function launch(env: Env): { child: ChildProcess; output: () => string; exited: Promise<number | null> } {
  const child = spawn(process.execPath, [main], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: '0',
      SESSIONS_PER_PERSON: '1000',
      ADMIN_PASSWORD: testPassword,
      LOG_LEVEL: 'warn',
      ...env,
    },
    // The ipc channel ends the product when this process dies, as with npm start.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  children.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const exited = once(child, 'close').then(([code]) => {
    children.delete(child);
    return typeof code === 'number' ? code : null;
  });
  return { child, output: () => text, exited };
}

/** Starts the product and waits until it is ready; throws with its words when it ends before. */
export async function startProcess(dataDir: string, env: Env = {}): Promise<ProductProcess> {
  const started = performance.now();
  const { child, output, exited } = launch({ DATA_DIR: dataDir, ...env });
  let over = false;
  void exited.then(() => (over = true));
  for (;;) {
    const origin = /ready at (http:\S+)/.exec(output())?.[1];
    if (origin && (await statusOf(`${origin}/readyz`)) === 200) {
      const startMillis = Math.round(performance.now() - started);
      let asked = false;
      void exited.then((code) => asked || console.error(`The product ended by itself with ${code}: ${output()}`));
      const end = (signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> => {
        asked = true;
        child.kill(signal);
        return exited;
      };
      return { pid: child.pid ?? 0, origin, startMillis, output, exited, end };
    }
    if (over || performance.now() - started > longestStart) throw new Error(`The product did not start: ${output()}`);
    await sleep(20);
  }
}

/** Starts the product where it must not start: answers how it ended and what it said. */
export async function startRefused(env: Env): Promise<{ code: number | null; output: string }> {
  const { output, exited } = launch(env);
  return { code: await exited, output: output() };
}

/** Starts the product and kills it the moment something is true; answers whether it came so far before it was ready. */
export async function startCutOff(dataDir: string, when: () => boolean | Promise<boolean>): Promise<boolean> {
  const { child, output, exited } = launch({ DATA_DIR: dataDir });
  let over = false;
  void exited.then(() => (over = true));
  let reached = false;
  while (!over && !reached && !output().includes('ready at')) {
    reached = await when();
    if (!reached) await sleep(2);
  }
  child.kill('SIGKILL');
  await exited;
  return reached;
}

/** The HTTP status of an address; 0 when nobody answers. */
export async function statusOf(address: string): Promise<number> {
  return fetch(address, { signal: AbortSignal.timeout(15_000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );
}

/** A connection of one's own to the embedded database of a running product; ends with it. */
export async function openClient(dataDir: string): Promise<pg.Client> {
  const server = readHolder(dataDir)?.server;
  if (!server) throw new Error(`Nobody serves ${dataDir}`);
  const client = new pg.Client({ ...server, types: columnTypes });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Asks the embedded database of a running product directly. */
export async function queryDatabase<Row extends object>(dataDir: string, statement: string): Promise<Row[]> {
  const client = await openClient(dataDir);
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Runs `npm run audit:verify` on a data folder, also beside the running product. */
export async function verifyAudit(dataDir: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [path.join(root, 'scripts/audit-verify.ts')], {
    cwd: root,
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(child, 'close');
  return { code: typeof code === 'number' ? code : null, output };
}

/** Ends every process that a test left running and removes its folders; for afterAll. `between` may unmount. */
export async function endAll(between?: () => unknown): Promise<void> {
  const left = [...children];
  for (const child of left) child.kill('SIGKILL');
  await Promise.all(left.map(async (child) => (child.exitCode === null && child.signalCode === null ? once(child, 'close') : undefined)));
  for (const folder of folders) {
    for (const until = Date.now() + 10_000; Date.now() < until && serversBelow(folder).length > 0; await sleep(20));
    for (const pid of serversBelow(folder)) process.kill(pid, 'SIGQUIT');
  }
  between?.();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function serversBelow(folder: string): number[] {
  const listed = spawnSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).stdout.trim().split('\n');
  return listed
    .filter((line) => line.includes(`-D ${folder}/`) && line.includes('/postgres '))
    .map((line) => Number(line.trim().split(' ')[0]));
}
