import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '#platform/start-error.ts';
import { servesFolder } from './process-identity.ts';

/** The first lines of PostgreSQL's own postmaster.pid; undefined when there is none. */
export function readPidFile(cluster: string): { pid: number; ready: boolean } | undefined {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    // Line 8 is the state that pg_ctl waits for (src/include/utils/pidfile.h).
    return { pid: Number(lines[0]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/** Stops a server that outlived the process which started it, fast first and then at once; the caller holds the folder's lock. */
export async function stopOrphan(cluster: string): Promise<void> {
  const left = readPidFile(cluster);
  if (left && servesFolder(left.pid, cluster)) return stopServer(left, cluster);
  await endBackends(cluster);
  // A restarted container hands out the same ids again; PostgreSQL alone would take a stranger for its predecessor.
  if (left) rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
}

async function stopServer(left: { pid: number }, cluster: string): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
  ] as const) {
    signalServer(left.pid, signal);
    if (await ends(left.pid, cluster, patience)) return;
  }
  throw new StartError(
    `A PostgreSQL server from an earlier run (process ${left.pid}) still uses ${cluster} and does not stop: end it and start again.`,
  );
}

/**
 * Ends what a killed server left: its processes end by themselves when they look, but one in the middle of a query only after it, and
 * until then no new server may start on the folder.
 */
async function endBackends(cluster: string): Promise<void> {
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    const found = backendsOf(cluster);
    for (const pid of found) signalServer(pid, signal);
    for (const pid of found) await ends(pid, cluster, 2_000);
  }
}

function backendsOf(cluster: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && servesFolder(pid, cluster));
}

function signalServer(pid: number, signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself.
  }
}

async function ends(pid: number, cluster: string, patience: number): Promise<boolean> {
  for (const until = Date.now() + patience; Date.now() < until; await sleep(20)) {
    if (!servesFolder(pid, cluster)) return true;
  }
  return false;
}
