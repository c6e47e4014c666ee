import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StartError } from '#platform/start-error.ts';
import type { Account } from './account.ts';

// sun_path holds 108 bytes on Linux and 104 on macOS, with a closing zero; the name in the folder is `/.s.PGSQL.5432.lock`.
const LONGEST = 103 - '/.s.PGSQL.5432'.length;

/** A folder for the socket that only the account may enter: in the data folder, or where that path is too long, in the temporary one. */
export function makeSocketFolder(dataDir: string, account: Account): string {
  const inside = path.join(dataDir, 'run');
  const name = `wheelhouse-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  const folder = Buffer.byteLength(inside) <= LONGEST ? inside : path.join(tmpdir(), name);
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  // In a shared temporary folder somebody else could have placed the name first.
  const mayOwn = [account.owner, process.getuid?.() ?? 0];
  if (!found.isDirectory() || (made === undefined && !mayOwn.includes(found.uid) && folder !== inside)) {
    throw new StartError(`The folder ${folder} for the database's socket belongs to somebody else: remove it, or use a shorter DATA_DIR.`);
  }
  if (found.uid !== account.owner) chownSync(folder, account.owner, account.gid ?? 0);
  chmodSync(folder, 0o700);
  return folder;
}
