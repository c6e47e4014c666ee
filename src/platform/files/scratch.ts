import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';

/** Nothing that is worked on takes as long: what is older belongs to nobody, whichever machine made it. */
const longestMillis = 24 * 3_600_000;
/** Folders of this process, so that a process of the same number before it is told from this one. */
const own = new Set<string>();

const machine = hostname().replace(/[^\w-]/g, '');

/** A new folder for what is needed for a while only, below `parent`; whoever asked for it removes it. */
export async function makeScratch(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(path.join(parent, `${machine}.${process.pid}.`));
  own.add(folder);
  return folder;
}

/** Removes such a folder. */
export async function removeScratch(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  own.delete(folder);
}

/** Removes what processes left that were ended in the middle of their work; others may be at work in the same place. */
export async function clearScratch(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    const folder = path.join(parent, name);
    if (!own.has(folder) && (await isLeft(folder, name))) await rm(folder, { recursive: true, force: true });
  }
}

async function isLeft(folder: string, name: string): Promise<boolean> {
  const [host, pid] = name.split('.');
  if (host === machine && (Number(pid) === process.pid || !isAlive(Number(pid)))) return true;
  const known = await stat(folder).catch(() => undefined);
  return known !== undefined && known.mtimeMs < Date.now() - longestMillis;
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process is one all the same.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
