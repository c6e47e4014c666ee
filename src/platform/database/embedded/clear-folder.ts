import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { lockFolder } from './folder-lock.ts';
import { stopOrphan } from './orphan.ts';

/** Empties a data folder that no process uses, but for some files, after ending a server that was left behind; throws StartError while one is in use. */
export async function clearFolder(dataDir: string, keep: readonly string[]): Promise<void> {
  const lock = await lockFolder(dataDir);
  try {
    await stopOrphan(path.join(dataDir, 'postgres'));
    for (const name of readdirSync(dataDir))
      if (name !== 'lock.json' && !keep.includes(name)) rmSync(path.join(dataDir, name), { recursive: true, force: true });
  } finally {
    lock.release();
  }
}
