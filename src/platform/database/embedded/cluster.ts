import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '#platform/start-error.ts';
import { type Account, giveFolder } from './account.ts';
import type { Binaries } from './binaries.ts';

/** The one role of an embedded cluster. */
export const ROLE = 'wheelhouse';

const MAJOR = '18';

// Written into postgresql.conf once, so that an operator can tune them there.
const CONF = [
  'shared_buffers=128MB',
  'max_connections=60',
  'jit=off',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_line_prefix=%m [%p] %q%a ',
  'idle_session_timeout=0',
];

// pg_trgm and case folding ask the C library's LC_CTYPE: without UTF-8 there, Chinese names have no trigrams.
const LOCALES = ['C.UTF-8', 'en_US.UTF-8', 'C'];

/** Makes sure that the cluster's folder exists, belongs to the account and is of our major version. */
export async function prepareCluster(folder: string, binaries: Binaries, account: Account): Promise<void> {
  if (!existsSync(folder)) await createCluster(folder, binaries, account);
  giveFolder(folder, account);
  const major = readFileSync(path.join(folder, 'PG_VERSION'), 'utf8').trim();
  if (major !== MAJOR) {
    throw new StartError(
      `The database in ${folder} is of PostgreSQL ${major}, this version brings ${MAJOR}: back it up with the version that made it and restore it here.`,
    );
  }
  writeAccess(folder, account);
}

/** Builds in a folder aside, so that a start that is cut off leaves nothing half done under the real name. */
async function createCluster(folder: string, binaries: Binaries, account: Account): Promise<void> {
  removeDrafts(folder);
  // A name of its own: the initdb of a killed start may still be at work, and clears its folder when it fails.
  const draft = `${folder}${DRAFT}${randomBytes(4).toString('hex')}`;
  mkdirSync(draft, { mode: 0o700 });
  if (account.uid !== undefined) chownSync(draft, account.uid, account.gid ?? account.uid);
  const settings = CONF.flatMap((setting) => ['-c', setting]);
  let output = '';
  for (const locale of LOCALES) {
    const kind = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', `--locale=${locale}`, '--lc-messages=C'];
    const result = await run([binaries.initdb, '-D', draft, '-U', ROLE, '-E', 'UTF8', '-A', 'peer', ...kind, ...settings], account);
    if (result.code === 0) {
      renameSync(draft, folder);
      return;
    }
    output = result.output;
    if (!/locale|encoding mismatch/i.test(output)) break;
  }
  rmSync(draft, { recursive: true, force: true });
  throw new StartError(`The embedded PostgreSQL can't make its database in ${folder}: ${output.trim().split('\n').slice(-4).join(' ')}`);
}

const DRAFT = '.new-';

function removeDrafts(folder: string): void {
  const parent = path.dirname(folder);
  for (const name of readdirSync(parent).filter((one) => one.startsWith(path.basename(folder) + DRAFT))) {
    try {
      rmSync(path.join(parent, name), { recursive: true, force: true, maxRetries: 5 });
    } catch {
      // Somebody still writes there: the next start removes it.
    }
  }
}

async function run(command: string[], account: Account): Promise<{ code: number | null; output: string }> {
  const [program = '', ...rest] = [...account.prefix, ...command];
  const ids = { uid: account.uid, gid: account.gid };
  return await new Promise((resolve) => {
    const child = spawn(program, rest, { ...ids, cwd: '/', env: serverEnv(), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const add = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', add);
    child.stderr.on('data', add);
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** What the server's processes inherit: nothing of ours, which holds secrets. */
export function serverEnv(): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin' };
}

/** Only the socket, only these operating system users: no password to keep. Rewritten at each start, the account may change. */
function writeAccess(folder: string, account: Account): void {
  writeOwned(path.join(folder, 'pg_hba.conf'), 'local all all peer map=own\n', account);
  const names = account.users.map((user) => `own "${user.replaceAll('"', '""')}" ${ROLE}\n`);
  writeOwned(path.join(folder, 'pg_ident.conf'), names.join(''), account);
}

function writeOwned(file: string, text: string, account: Account): void {
  writeFileSync(file, text, { mode: 0o600 });
  if (lstatSync(file).uid !== account.owner) chownSync(file, account.owner, account.gid ?? 0);
}
