import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { StartError } from '#platform/start-error.ts';
import { isAlive, startMark } from './process-identity.ts';

const BEAT_MS = 5_000;

const content = z.object({
  pid: z.number(),
  mark: z.string(),
  host: z.string(),
  /** How others on this machine reach the running database, for example the backup. */
  server: z.object({ host: z.string(), port: z.number(), user: z.string(), database: z.string() }).optional(),
});

/** What the lock file of a data folder tells about its holder. */
export type LockContent = z.infer<typeof content>;

/** A held data folder. */
export interface FolderLock {
  /** Publishes how to reach the server. */
  announce(server: NonNullable<LockContent['server']>): void;
  release(): void;
}

function lockFile(dataDir: string): string {
  return path.join(dataDir, 'lock.json');
}

/** The holder of the data folder when it is alive on this machine, else undefined. */
export function readHolder(dataDir: string): LockContent | undefined {
  const held = readLock(lockFile(dataDir));
  return held && held.host === hostname() && isHolder(held) ? held : undefined;
}

function readLock(file: string): LockContent | undefined {
  try {
    return content.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

function isHolder(held: LockContent): boolean {
  return isAlive(held.pid) && startMark(held.pid) === held.mark;
}

/** Takes the data folder for this process; throws StartError naming the other process when it is in use. */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  const file = lockFile(dataDir);
  const own: LockContent = { pid: process.pid, mark: startMark(process.pid), host: hostname() };
  for (let attempt = 0; ; attempt++) {
    if (place(file, own)) break;
    if (attempt > 20) throw new StartError(`The lock file ${file} can't be taken: remove it if no other start is running.`);
    await refuseIfHeld(file, dataDir);
    discard(file);
  }
  const beat = setInterval(() => touch(file), BEAT_MS);
  beat.unref();
  return {
    announce: (server) => writeWhole(file, { ...own, server }),
    release: () => {
      clearInterval(beat);
      if (readLock(file)?.mark === own.mark) rmSync(file, { force: true });
    },
  };
}

/** Creates the file with its content in one step: a link fails when the name is taken. */
function place(file: string, own: LockContent): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(own), { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function writeWhole(file: string, whole: LockContent): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(whole), { mode: 0o600 });
  renameSync(draft, file);
}

function touch(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // The folder may be gone or read-only for a while; the beat only matters to other machines.
  }
}

async function refuseIfHeld(file: string, dataDir: string): Promise<void> {
  const held = readLock(file);
  if (!held) return;
  const other = `The data folder ${dataDir} is already in use by process ${held.pid}`;
  if (held.host === hostname()) {
    if (isHolder(held)) throw new StartError(`${other}: stop it first, or set another DATA_DIR.`);
    return;
  }
  // Process ids of another machine or container say nothing here, but its beat does.
  const before = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Date.now() - before > 3 * BEAT_MS) return;
  await sleep(2 * BEAT_MS + 1_000);
  const after = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (after !== before) throw new StartError(`${other} on ${held.host}: stop it first, or set another DATA_DIR.`);
}

/** Puts a stale lock away; when another start has replaced it meanwhile, that one is put back. */
function discard(file: string): void {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
    const moved = readLock(aside);
    if (moved && moved.host === hostname() && isHolder(moved)) linkSync(aside, file);
  } catch {
    // Somebody else was faster: the next attempt decides.
  } finally {
    rmSync(aside, { force: true });
  }
}
