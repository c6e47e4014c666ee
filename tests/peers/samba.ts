import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeCertificates } from './certificates.ts';
import { reachable } from './reachable.ts';

const run = promisify(execFile);
const [program, tool] = ['/usr/sbin/samba', '/usr/bin/samba-tool'];

/** A real Active Directory (Samba) on loopback; its ports are fixed. */
export interface Samba {
  ca: string;
  allowed: string[];
  /** Runs samba-tool over its database. */
  tool(...given: string[]): Promise<void>;
  stop(): Promise<void>;
}

/** Whom searches are done by, and below what. */
export const adminDn = 'CN=Administrator,CN=Users,DC=corp,DC=example,DC=test';
export const adminPassword = 'Adm1n-secret';
export const domainDn = 'DC=corp,DC=example,DC=test';

/** Why it can't be started here; undefined where it can. It takes long and needs root, so it is asked for. */
export const noSamba: string | undefined = !process.env['NIGHTLY']
  ? 'a real Active Directory is asked with NIGHTLY=1'
  : process.getuid?.() !== 0
    ? 'Samba needs root for its ports'
    : [program, tool].every((file) => existsSync(file))
      ? undefined
      : 'Samba is not here: apt-get install samba-ad-dc samba-ad-provision samba-dsdb-modules winbind';

/** Provisions a domain and serves it. */
export async function startSamba(): Promise<Samba> {
  for (const port of [389, 636]) await assertFree(port);
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-samba-'));
  const { ca, caFile, certFile, keyFile } = makeCertificates(folder, { for: 'IP:127.0.0.1' });
  const options = ['--option=interfaces=lo', '--option=bind interfaces only=yes'];
  const domain = ['--realm=CORP.EXAMPLE.TEST', '--domain=CORP', `--adminpass=${adminPassword}`, '--server-role=dc', '--dns-backend=NONE'];
  await run(tool, ['domain', 'provision', `--targetdir=${folder}/dc`, '--host-ip=127.0.0.1', ...domain, ...options]);
  const settings = `${folder}/dc/etc/smb.conf`;
  const mine = `\tserver services = ldap\n\tlog file = ${folder}/log\n\ttls keyfile = ${keyFile}\n\ttls certfile = ${certFile}\n\ttls cafile = ${caFile}\n`;
  const kept = readFileSync(settings, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(?:server services|log file) =/.test(line));
  writeFileSync(settings, kept.join('\n').replace('[global]\n', `[global]\n${mine}`));
  const child = spawn(program, ['-F', '-M', 'single', '-s', settings], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await reachable(636, { name: 'Samba', seconds: 20 });
  return {
    ca,
    allowed: ['127.0.0.1:389', '127.0.0.1:636'],
    tool: async (...given) => void (await run(tool, [...given, '-s', settings, '-H', `${folder}/dc/private/sam.ldb`])),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function assertFree(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
