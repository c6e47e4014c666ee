import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../open-database.ts';
import { readHolder } from './folder-lock.ts';
import { readPidFile } from './orphan.ts';
import { isAlive, servesFolder } from './process-identity.ts';

const PROGRAM = `
import { openDatabase } from '#platform/database/open-database.ts'
const database = await openDatabase({ dataDir: process.argv[1] })
await database.pool.query('create table if not exists note (id int primary key)')
console.log('ready')
for (let id = Number(process.argv[2] ?? 0); id > 0; id++) { await database.pool.query('insert into note values ($1)', [id]); console.log(id) }
setInterval(() => {}, 60_000)
`;

let root = '';
let dataDir = '';
const children: ChildProcess[] = [];

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'launcher-'));
  // The temporary folder is made for its owner alone; passable, root can hand the server to nobody.
  chmodSync(root, 0o755);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => {
  dataDir = path.join(mkdtempSync(path.join(root, 'case-')), 'data');
  chmodSync(path.dirname(dataDir), 0o755);
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await gone();
});

/** Another process that opens the data folder and, given a first id, writes rows until it is killed. */
async function start(firstId = 0): Promise<{ child: ChildProcess; lines: string[] }> {
  const flags = ['--input-type=module-typescript', '-e', PROGRAM, dataDir, String(firstId)];
  const child = spawn(process.execPath, flags, { cwd: process.cwd(), stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout ?? process.stdin });
  reader.on('line', (line) => lines.push(line));
  await once(reader, 'line');
  return { child, lines };
}

function cluster(): string {
  return path.join(dataDir, 'postgres');
}

function serverPid(): number {
  return readPidFile(cluster())?.pid ?? 0;
}

async function gone(): Promise<void> {
  while (servesFolder(serverPid(), cluster())) await sleep(20);
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('makes the database, keeps it across starts, leaves no process and no lock', async () => {
  for (const expected of [0, 1]) {
    const database = await openDatabase({ dataDir });
    await database.pool.query('create table if not exists note (id serial)');
    const { rows } = await database.pool.query<{ n: number }>('select count(*) as n from note');
    expect(rows[0]?.n).toBe(expected);
    await database.pool.query('insert into note default values');
    expect((await database.pool.query<{ fsync: string }>('show fsync')).rows[0]?.fsync).toBe('on');
    expect(readHolder(dataDir)?.server).toMatchObject({ host: database.config.host, database: 'wheelhouse' });
    await database.close();
    expect(readPidFile(cluster())).toBeUndefined();
    expect(readHolder(dataDir)).toBeUndefined();
  }
});

test('a second start refuses with the process in the sentence, the first goes on', async () => {
  const { child } = await start();
  await expect(openDatabase({ dataDir })).rejects.toThrow(`is already in use by process ${child.pid}: stop it first`);
  expect(servesFolder(serverPid(), cluster())).toBe(true);
});

test('a second start within the same process refuses too', async () => {
  const database = await openDatabase({ dataDir });
  await expect(openDatabase({ dataDir })).rejects.toThrow('is already in use');
  await database.close();
});

test('kill -9 of Node stops the server; nothing acknowledged is lost', async () => {
  const { child, lines } = await start(1);
  while (lines.length < 50) await sleep(10);
  const pid = serverPid();
  await kill(child);
  while (isAlive(pid)) await sleep(10);
  const database = await openDatabase({ dataDir });
  const { rows } = await database.pool.query<{ n: number; last: number }>('select count(*) as n, max(id) as last from note');
  await database.close();
  const acknowledged = Number(lines.at(-1));
  expect(rows[0]?.n).toBe(rows[0]?.last);
  expect(rows[0]?.last).toBeGreaterThanOrEqual(acknowledged);
});

test('a server that outlived Node and its guard is stopped and started anew', async () => {
  const { child } = await start();
  const pid = serverPid();
  for (const guard of guardsOf(pid)) process.kill(guard, 'SIGKILL');
  await kill(child);
  expect(servesFolder(pid, cluster())).toBe(true);
  const database = await openDatabase({ dataDir });
  expect(serverPid()).not.toBe(pid);
  // Not isAlive: with no parent left, the ended process may stay in the table until init collects it.
  expect(servesFolder(pid, cluster())).toBe(false);
  expect((await database.pool.query('select from note')).rows).toEqual([]);
  await database.close();
});

test('a kill -9 of the server itself is told and it is started again, also beside a backend that is busy; so is the next start', async () => {
  const told: string[] = [];
  const database = await openDatabase({ dataDir, onFailure: (sentence) => told.push(sentence) });
  await database.pool.query('create table note (id int)');
  const busy = database.pool.query('select count(*) from generate_series(1, 1000000000)').catch((error: Error) => error);
  const killed = serverPid();
  process.kill(killed, 'SIGKILL');
  while (!told.includes('The embedded PostgreSQL runs again.')) await sleep(10);
  expect(told[0]).toContain('has ended by itself');
  expect(await busy).toBeInstanceOf(Error);
  expect(serverPid()).not.toBe(killed);
  expect((await database.pool.query('select from note')).rows).toEqual([]);
  await database.close();
  const again = await openDatabase({ dataDir });
  expect((await again.pool.query('select from note')).rows).toEqual([]);
  await again.close();
});

test.each([
  ['of a dead process', { pid: 2 ** 22 - 1, mark: 'x' }],
  ['of an id that another process has now', { pid: 1, mark: 'earlier' }],
])('a lock %s is taken over', async (_title, holder) => {
  const first = await openDatabase({ dataDir });
  await first.close();
  writeFileSync(path.join(dataDir, 'lock.json'), JSON.stringify({ ...holder, host: hostname() }));
  writeFileSync(path.join(cluster(), 'postmaster.pid'), `1\n${cluster()}\n`);
  const database = await openDatabase({ dataDir });
  expect(readHolder(dataDir)?.pid).toBe(process.pid);
  await database.close();
});

test('a data folder with a long path is served from the temporary folder', async () => {
  dataDir = path.join(dataDir, 'x'.repeat(90), 'data');
  mkdirSync(dataDir, { recursive: true });
  const database = await openDatabase({ dataDir });
  expect(database.config.host?.startsWith(path.join(tmpdir(), 'wheelhouse-'))).toBe(true);
  await database.close();
});

test.skipIf(process.getuid?.() !== 0)('as root, a folder that nobody cannot reach works through a user namespace', async () => {
  chmodSync(path.dirname(dataDir), 0o700);
  const database = await openDatabase({ dataDir });
  expect((await database.pool.query<{ u: string }>('select current_user as u')).rows).toEqual([{ u: 'wheelhouse' }]);
  await database.close();
  chmodSync(path.dirname(dataDir), 0o755);
  const moved = await openDatabase({ dataDir });
  await moved.close();
});

test('a file in place of the data folder is refused in a sentence', async () => {
  writeFileSync(dataDir, '');
  await expect(openDatabase({ dataDir })).rejects.toThrow(`The data folder ${dataDir} can't be used`);
});

test('an unreachable DATABASE_URL is refused without its password', async () => {
  const opening = openDatabase({ dataDir, databaseUrl: 'postgres://me:hunter2@127.0.0.1:1/x' });
  await expect(opening).rejects.toThrow("The PostgreSQL at DATABASE_URL can't be reached");
  await expect(opening).rejects.not.toThrow('hunter2');
  expect(existsSync(dataDir)).toBe(false);
});

/** The guard shell and its waiting part: the server's parent and that one's other children. */
function guardsOf(pid: number): number[] {
  const parentOf = (of: string | number) => Number(/^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${of}/status`, 'utf8'))?.[1]);
  const shell = parentOf(pid);
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/status`));
  return [shell, ...all.filter((name) => parentOf(name) === shell && Number(name) !== pid).map(Number)];
}
