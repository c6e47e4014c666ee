import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeCertificates } from './certificates.ts';
import { freePort } from './free-port.ts';

/** A real MariaDB on loopback; its certificate is for the name localhost. */
export interface MariaDb {
  readonly port: number;
  readonly ca: string;
  readonly user: string;
  readonly password: string;
  /** The database that `user` may read. */
  readonly name: string;
  /** Runs statements as who may do everything. */
  run(sql: string): void;
  stop(): Promise<void>;
}

const program = '/usr/sbin/mariadbd';

/** Why it can't be started here; undefined when it can. */
export function whyNoMariaDb(): string | undefined {
  return existsSync(program) && existsSync('/usr/bin/mariadb-install-db') ? undefined : 'mariadb-server is not installed';
}

/** Makes and starts one; `sql` fills its database `hr`. */
export async function startMariaDb(sql: string): Promise<MariaDb> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-mariadb-'));
  const file = (name: string): string => path.join(folder, name);
  const { ca, caFile, certFile, keyFile } = makeCertificates(folder, { for: 'DNS:localhost' });
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
  const made = spawnSync(
    '/usr/bin/mariadb-install-db',
    ['--no-defaults', `--datadir=${file('data')}`, '--auth-root-authentication-method=normal', '--skip-test-db', ...asRoot],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`MariaDB was not made: ${made.stderr}`);
  const password = 'reader-secret-1';
  writeFileSync(
    file('init.sql'),
    `CREATE DATABASE IF NOT EXISTS hr;\nCREATE OR REPLACE USER 'reader'@'%' IDENTIFIED BY '${password}';\nGRANT SELECT, INSERT, EXECUTE ON hr.* TO 'reader'@'%';\n`,
  );
  const port = await freePort();
  const child = spawn(
    program,
    [
      '--no-defaults',
      `--datadir=${file('data')}`,
      `--socket=${file('s')}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--pid-file=${file('pid')}`,
      `--init-file=${file('init.sql')}`,
      `--ssl-ca=${caFile}`,
      `--ssl-cert=${certFile}`,
      `--ssl-key=${keyFile}`,
      '--skip-name-resolve',
      '--character-set-server=utf8mb4',
      '--innodb-buffer-pool-size=16M',
      ...asRoot,
    ],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  const run = (statements: string): void => {
    const done = spawnSync(
      '/usr/bin/mariadb',
      ['--no-defaults', '--default-character-set=utf8mb4', `--socket=${file('s')}`, '-uroot', 'hr'],
      {
        input: statements,
        encoding: 'utf8',
      },
    );
    if (done.status !== 0) throw new Error(`MariaDB refused: ${done.stderr}`);
  };
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (let left = 150; !(await isOpen(port)); left -= 1) {
      if (left === 0) throw new Error('MariaDB did not start');
      await sleep(100);
    }
    run(sql);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    port,
    ca,
    user: 'reader',
    password,
    name: 'hr',
    run,
    stop,
  };
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket
      .once('error', () => resolve(false))
      .once('connect', () => {
        socket.destroy();
        resolve(true);
      });
  });
