import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'ldapts';
import { makeCertificates } from './certificates.ts';

/** A real domain controller (Samba) on loopback. */
export interface Samba {
  readonly ca: string;
  readonly allowed: string[];
  /** A connection bound as who may do everything. */
  connect(): Promise<Client>;
  stop(): Promise<void>;
}

/** Root of the domain. */
export const domainDn = 'DC=example,DC=test';
/** Who may do everything. */
export const administrator = `CN=Administrator,CN=Users,${domainDn}`;
/** Its password. */
export const administratorPassword = 'Passw0rd-of-tests-1';

const ports = [389, 636];

/** Why it can't be started here; undefined when it can. */
export async function whyNoSamba(): Promise<string | undefined> {
  if (process.env['NIGHTLY'] !== '1') return 'NIGHTLY=1 is not set';
  if (process.getuid?.() !== 0) return 'Samba needs root';
  if (!existsSync('/usr/sbin/samba') || !existsSync('/usr/bin/samba-tool')) return 'samba-ad-dc and samba-ad-provision are not installed';
  for (const port of ports) {
    const server = createServer();
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    server.close();
    if (!free) return `port ${port} is taken`;
  }
  return undefined;
}

/** Makes a domain and starts its controller; it listens on the usual ports, because it knows no others. */
export async function startSamba(): Promise<Samba> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-samba-'));
  const { ca, caFile, certFile, keyFile } = makeCertificates(folder, { for: 'IP:127.0.0.1' });
  const made = spawnSync(
    '/usr/bin/samba-tool',
    [
      'domain',
      'provision',
      `--targetdir=${folder}/dc`,
      '--realm=EXAMPLE.TEST',
      '--domain=EXAMPLE',
      `--adminpass=${administratorPassword}`,
      '--server-role=dc',
      '--dns-backend=NONE',
      '--host-name=dc1',
    ],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`The domain was not made: ${made.stderr}`);
  const file = `${folder}/dc/etc/smb.conf`;
  const lines = [
    'interfaces = lo',
    'bind interfaces only = yes',
    'server services = ldap',
    // Connections without encryption are tried too.
    'ldap server require strong auth = no',
    `tls certfile = ${certFile}`,
    `tls keyfile = ${keyFile}`,
    `tls cafile = ${caFile}`,
    `log file = ${folder}/samba.log`,
    `pid directory = ${folder}`,
    `ncalrpc dir = ${folder}/ncalrpc`,
    `lock directory = ${folder}/dc/lock`,
  ];
  const kept = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(server services|log file|lock directory)\s*=/.test(line));
  writeFileSync(file, kept.join('\n').replace('[global]', `[global]\n\t${lines.join('\n\t')}`));
  const child = spawn('/usr/sbin/samba', ['-F', '-M', 'single', '-s', file, '--no-process-group'], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const connect = async (): Promise<Client> => {
    const client = new Client({ url: 'ldap://127.0.0.1', connectTimeout: 2_000 });
    await client.bind(administrator, administratorPassword);
    return client;
  };
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let left = 100; ; left -= 1) {
    const client = await connect().catch((error: unknown) => error);
    if (client instanceof Client) {
      await client.unbind();
      break;
    }
    if (left === 0 || child.exitCode !== null) {
      await stop();
      throw new Error('The domain controller did not start', { cause: client });
    }
    await sleep(200);
  }
  return { ca, allowed: ports.map((port) => `127.0.0.1:${port}`), connect, stop };
}
