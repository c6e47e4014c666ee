import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, closeSync, constants, mkdirSync, openSync, readFileSync, realpathSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '#platform/start-error.ts';
import { type Account, chooseAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { prepareCluster, ROLE, serverEnv } from './cluster.ts';
import { lockFolder } from './folder-lock.ts';
import { readPidFile, stopOrphan } from './orphan.ts';
import { makeSocketFolder } from './socket-folder.ts';
import { supervise, type ServerRun } from './supervise.ts';

const PORT = 5432;
const LOG_BYTES = 10 * 1024 * 1024;

/**
 * The pipe guard: starts the server and waits on descriptor 3, whose other end only Node holds. When Node ends in any way, also by
 * SIGKILL, the pipe closes and the server is told to stop fast. Descriptors of the guard are kept from the server.
 */
const GUARD = `trap '' TERM HUP INT
"$@" 3<&- &
server=$!
{ while read -r line <&3; do :; done; kill -INT "$server"; } 2>/dev/null &
guard=$!
exec 3<&-
wait "$server"
code=$?
kill -KILL "$guard" 2>/dev/null
exit "$code"`;

/** How a client reaches the server. */
export interface ServerAddress {
  /** The folder of the unix socket. */
  host: string;
  port: number;
  user: string;
}

/** A running embedded server, which is started again when it ends by itself, and ends with this process in any case. */
export interface EmbeddedServer {
  address: ServerAddress;
  /** Stops the server, waits for its end and frees the data folder. */
  stop(): Promise<void>;
}

/** Options of startServer. */
export interface ServerOptions {
  /** Made when missing; holds the cluster, the lock, the socket and the server's log. */
  dataDir: string;
  /** Database that others on this machine find in the lock file. */
  database: string;
  /** False only for tests: nothing is forced to disk. */
  durable?: boolean;
  /** Further server settings as name=value. */
  settings?: string[];
  /** Told when the server ended by itself, why it can't be started again yet, and when it runs again. */
  onFailure?: (sentence: string) => void;
}

/** Starts PostgreSQL on the data folder, making it on the first start; throws StartError with a sentence for the operator. */
export async function startServer(options: ServerOptions): Promise<EmbeddedServer> {
  const dataDir = makeDataDir(options.dataDir);
  const binaries = findBinaries();
  const lock = await lockFolder(dataDir);
  try {
    const account = chooseAccount(binaries.postgres, dataDir);
    const cluster = path.join(dataDir, 'postgres');
    await stopOrphan(cluster);
    await prepareCluster(cluster, binaries, account);
    const address = { host: makeSocketFolder(dataDir, account), port: PORT, user: ROLE };
    const command = [binaries.postgres, ...serverArguments(cluster, address, options)];
    const server = await supervise(async () => begin({ command, account, dataDir, cluster }), options.onFailure ?? (() => {}));
    lock.announce({ ...address, database: options.database });
    return { address, stop: async () => server.stop().finally(() => lock.release()) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function makeDataDir(folder: string): string {
  try {
    // Passable for root's choice of `nobody`; what must stay private in it has its own mode.
    mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    accessSync(folder, constants.W_OK | constants.X_OK);
    return realpathSync(folder);
  } catch (error) {
    throw new StartError(
      `The data folder ${folder} can't be used: ${error instanceof Error ? error.message : String(error)}. Set DATA_DIR to a folder that can be written.`,
    );
  }
}

/** One run of the server; what an earlier one left is ended before. */
async function begin(parts: { command: string[]; account: Account; dataDir: string; cluster: string }): Promise<ServerRun> {
  const { command, account, dataDir, cluster } = parts;
  await stopOrphan(cluster);
  const log = openLog(path.join(dataDir, 'postgres.log'));
  const child = launch(command, account, log.fd);
  closeSync(log.fd);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  await ready(child, cluster, log);
  return { exited, stop: async () => stop(child, cluster, exited) };
}

function serverArguments(cluster: string, address: ServerAddress, options: ServerOptions): string[] {
  const fixed = [
    'listen_addresses=',
    `unix_socket_directories="${address.host}"`,
    'unix_socket_permissions=0700',
    `port=${address.port}`,
    'ssl=off',
    // Its file is written again at each checkpoint, and on a disk without a free byte that failure would end the server.
    'max_active_replication_origins=0',
  ];
  const careless = options.durable === false ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] : [];
  return ['-D', cluster, ...[...fixed, ...careless, ...(options.settings ?? [])].flatMap((setting) => ['-c', setting])];
}

function launch(command: string[], account: Account, log: number): ChildProcess {
  return spawn('/bin/sh', ['-c', GUARD, 'wheelhouse-database', ...account.prefix, ...command], {
    uid: account.uid,
    gid: account.gid,
    cwd: '/',
    env: serverEnv(),
    // Its own session: Ctrl-C in a terminal reaches Node alone, which ends the server after its own work.
    detached: true,
    stdio: ['ignore', log, log, 'pipe'],
  });
}

interface Log {
  fd: number;
  file: string;
  /** Bytes already there: what follows is of this start. */
  start: number;
}

function openLog(file: string): Log {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES) renameSync(file, `${file}.1`);
  const fd = openSync(file, 'a', 0o600);
  return { fd, file, start: statSync(file).size };
}

/** Waits for the state that PostgreSQL writes when it accepts connections; recovery after a crash may take its time. */
async function ready(child: ChildProcess, cluster: string, log: Log): Promise<void> {
  let failure = '';
  child.once('error', (error) => {
    failure = error.message;
  });
  while (!readPidFile(cluster)?.ready) {
    if (failure !== '' || child.exitCode !== null || child.signalCode !== null) {
      const lines = readFileSync(log.file).subarray(log.start).toString().trim().split('\n').slice(-3).join(' ');
      throw new StartError(`The embedded PostgreSQL did not start: ${failure || lines}`);
    }
    await sleep(10);
  }
}

async function stop(child: ChildProcess, cluster: string, exited: Promise<void>): Promise<void> {
  child.stdio[3]?.destroy();
  const patience = new AbortController();
  const late = sleep(30_000, 'late', { signal: patience.signal, ref: false }).catch(() => 'ended');
  if ((await Promise.race([exited, late])) === 'late') await stopOrphan(cluster);
  patience.abort();
  await exited;
}
