import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeCertificates } from './certificates.ts';
import { freePort } from './free-port.ts';
import { reachable } from './reachable.ts';

/** A real OpenLDAP on loopback. */
export interface Slapd {
  /** Plain and StartTLS. */
  port: number;
  tlsPort: number;
  ca: string;
  /** What ALLOWED_NETWORKS needs. */
  allowed: string[];
  /** Stops answering without closing its connections, until it goes on. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** Everything lies below it. */
export const suffix = 'dc=example,dc=test';
/** Who may change everything. */
export const rootDn = `cn=root,${suffix}`;
/** Its password. */
export const rootPassword = 'root-secret-1';
/** The account that searches. */
export const searchDn = `cn=search,${suffix}`;
/** Its password. */
export const searchPassword = 'search-secret-1';
/** Below it are the people. */
export const peopleDn = `ou=people,${suffix}`;

const program = '/usr/sbin/slapd';
const schemas = ['core', 'cosine', 'inetorgperson'];

/** One person of the directory. */
interface LdapPerson {
  uid: string;
  ou?: string;
  mail?: string[];
  employeeNumber?: string;
  password: string;
}

function ldifOf(people: readonly LdapPerson[], more: readonly string[]): string {
  const units = [...new Set(people.map(({ ou = 'staff' }) => ou))];
  const entry = (...lines: string[]): string => `${lines.join('\n')}\n`;
  // Names are given in base64, as LDIF wants for what is not ASCII.
  const base64 = (value: string): string => Buffer.from(value).toString('base64');
  return [
    entry(`dn: ${suffix}`, 'objectClass: dcObject', 'objectClass: organization', 'o: Example', 'dc: example'),
    entry(
      `dn: ${searchDn}`,
      'objectClass: organizationalRole',
      'objectClass: simpleSecurityObject',
      'cn: search',
      `userPassword: ${searchPassword}`,
    ),
    entry(`dn: ${peopleDn}`, 'objectClass: organizationalUnit', 'ou: people'),
    ...units.map((ou) => entry(`dn: ou=${ou},${peopleDn}`, 'objectClass: organizationalUnit', `ou: ${ou}`)),
    ...people.map(({ uid, ou = 'staff', mail = [], employeeNumber, password }) =>
      entry(
        `dn:: ${base64(`uid=${uid.replaceAll(/[,+"\\<>;=]/g, (sign) => `\\${sign}`)},ou=${ou},${peopleDn}`)}`,
        'objectClass: inetOrgPerson',
        `uid:: ${base64(uid)}`,
        `cn:: ${base64(uid)}`,
        'sn: Person',
        ...mail.map((address) => `mail: ${address}`),
        ...(employeeNumber ? [`employeeNumber: ${employeeNumber}`] : []),
        `userPassword: ${password}`,
      ),
    ),
    ...more,
  ].join('\n');
}

interface SlapdOptions {
  /** 127.0.0.1 unless another name is given. */
  certificateFor?: string;
  /** More lines of its configuration. */
  lines?: readonly string[];
  /** More entries, as LDIF. */
  entries?: readonly string[];
}

/** Starts it with these people. */
export function startSlapd(people: readonly LdapPerson[], options: SlapdOptions = {}): Promise<Slapd> {
  return startDirectory(ldifOf(people, options.entries ?? []), options);
}

/** The top of a directory and the account that searches, as LDIF. */
export function ldifTop(): string {
  return [
    `dn: ${suffix}\nobjectClass: dcObject\nobjectClass: organization\no: Example\ndc: example\n`,
    `dn: ${searchDn}\nobjectClass: organizationalRole\nobjectClass: simpleSecurityObject\ncn: search\nuserPassword: ${searchPassword}\n`,
  ].join('\n');
}

/** Starts it with what an LDIF holds. */
export async function startDirectory(ldif: string, options: Omit<SlapdOptions, 'entries'> = {}): Promise<Slapd> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-slapd-'));
  const file = (name: string): string => path.join(folder, name);
  mkdirSync(file('db'));
  const { ca, caFile, certFile, keyFile } = makeCertificates(folder, { for: options.certificateFor ?? 'IP:127.0.0.1' });
  writeFileSync(
    file('slapd.conf'),
    [
      ...schemas.map((name) => `include /etc/ldap/schema/${name}.schema`),
      `pidfile ${file('slapd.pid')}`,
      'modulepath /usr/lib/ldap',
      'moduleload back_mdb',
      `TLSCACertificateFile ${caFile}`,
      `TLSCertificateFile ${certFile}`,
      `TLSCertificateKeyFile ${keyFile}`,
      'database mdb',
      `suffix "${suffix}"`,
      `rootdn "${rootDn}"`,
      `rootpw ${rootPassword}`,
      `directory ${file('db')}`,
      'maxsize 134217728',
      ...(options.lines ?? []),
      `access to attrs=userPassword by anonymous auth by * none`,
      `access to * by dn.exact="${searchDn}" read by self read by anonymous auth by users none`,
    ].join('\n'),
  );
  writeFileSync(file('people.ldif'), ldif);
  // The same program under its other name fills the database.
  const filled = spawnSync(program, ['-Ta', '-q', '-f', file('slapd.conf'), '-l', file('people.ldif')], { encoding: 'utf8' });
  if (filled.status !== 0) throw new Error(`slapd did not take the people: ${filled.stderr || filled.error}`);
  const [port, tlsPort] = [await freePort(), await freePort()];
  const urls = `ldap://127.0.0.1:${port} ldaps://127.0.0.1:${tlsPort}`;
  const child = spawn(program, ['-f', file('slapd.conf'), '-h', urls, '-d', '0'], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await reachable(port, { name: 'slapd', seconds: 10 });
  return {
    port,
    tlsPort,
    ca,
    allowed: [`127.0.0.1:${port}`, `127.0.0.1:${tlsPort}`],
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
