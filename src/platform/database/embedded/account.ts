import { spawnSync } from 'node:child_process';
import { lchownSync, readdirSync, lstatSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { StartError } from '#platform/start-error.ts';

/** Under whom the server's processes run: PostgreSQL refuses to run as root. */
export interface Account {
  /** Words put before each command, for example those of a user namespace. */
  prefix: string[];
  /** Given to spawn; undefined keeps the caller's. */
  uid?: number;
  gid?: number;
  /** Owner of the database's files as seen from outside. */
  owner: number;
  /** Names of operating system users that may connect over the socket. */
  users: string[];
}

/** Chooses: not root as it is; root as `nobody` where its folders can be reached; else root in a user namespace; else StartError. */
export function chooseAccount(postgres: string, dataDir: string): Account {
  const uid = process.getuid?.() ?? 0;
  if (uid !== 0) return ownAccount(uid);
  const nobody = nobodyIds();
  const asNobody = { prefix: [], uid: nobody.uid, gid: nobody.gid, owner: nobody.uid, users: ['root', 'nobody'] };
  const ids = { uid: nobody.uid, gid: nobody.gid };
  const reached = spawnSync('/bin/sh', ['-c', 'test -x "$1" && exec "$2" -V', 'sh', dataDir, postgres], {
    ...ids,
    cwd: '/',
    env: {},
    stdio: 'ignore',
  });
  if (reached.status === 0) return asNobody;
  const prefix = ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`, '--'];
  const mapped = spawnSync('unshare', [...prefix.slice(1), postgres, '-V'], { cwd: '/', stdio: 'ignore' });
  if (mapped.status === 0) return { prefix, owner: 0, users: ['root', 'nobody'] };
  throw new StartError(
    `The embedded PostgreSQL can't run as root, the user nobody can't reach ${dataDir} or ${postgres}, and user namespaces are not allowed here. ` +
      'Start as an ordinary user, or keep the project and DATA_DIR where every user may pass, or set DATABASE_URL.',
  );
}

function ownAccount(uid: number): Account {
  try {
    return { prefix: [], owner: uid, users: [...new Set([userInfo().username, 'root'])] };
  } catch {
    throw new StartError(
      `The embedded PostgreSQL needs a named user, but the user id ${uid} has no entry in /etc/passwd: add one, start as another user, or set DATABASE_URL.`,
    );
  }
}

function nobodyIds(): { uid: number; gid: number } {
  const read = (option: string) => Number(spawnSync('id', [option, 'nobody'], { encoding: 'utf8' }).stdout || NaN);
  const ids = { uid: read('-u'), gid: read('-g') };
  if (Number.isInteger(ids.uid) && Number.isInteger(ids.gid)) return ids;
  throw new StartError(
    "The embedded PostgreSQL can't run as root and there is no user nobody: start as an ordinary user, or set DATABASE_URL.",
  );
}

/** Gives a folder with all below it to the account when its top belongs to somebody else (the way of running changed). */
export function giveFolder(folder: string, account: Account): void {
  if (lstatSync(folder).uid === account.owner) return;
  if (process.getuid?.() !== 0) {
    throw new StartError(
      `The database's folder ${folder} belongs to another user (${lstatSync(folder).uid}): start as that user, or change its owner.`,
    );
  }
  const gid = account.gid ?? 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    lchownSync(path.join(entry.parentPath, entry.name), account.owner, gid);
  }
  // The top last: a hand-over that was interrupted is seen and repeated.
  lchownSync(folder, account.owner, gid);
}
