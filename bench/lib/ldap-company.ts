import { spawn } from 'node:child_process';
import { closeSync, createReadStream, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type pg from 'pg';
import { newId } from '#kit/server/ids.ts';
import { copyRows } from '#platform/database/copy-rows.ts';
import { ldifTop, peopleDn, searchDn, searchPassword, startDirectory, type Slapd } from '../../tests/peers/slapd.ts';
import { Folders, peopleTarget, personRow } from './plain-import.ts';

/** Attributes of a person that both sides ask for. */
export const personAttributes = ['entryUUID', 'uid', 'cn', 'mail', 'employeeNumber', 'mobile', 'title', 'manager'] as const;

const unitDn = (at: number): string => (at === 0 ? `ou=Unit 0,${peopleDn}` : `ou=Unit ${at},${unitDn(Math.floor((at - 1) / 8))}`);

/** A real OpenLDAP with a company: units below each other, people in them by turns, each led by one of ten. */
export function startLdapCompany(size: { people: number; departments: number }): Promise<Slapd> {
  const units = Array.from({ length: size.departments }, (_none, at) => unitDn(at));
  const personDn = (at: number): string => `uid=user${at},${units[at % units.length]!}`;
  const entry = (...lines: string[]): string => `${lines.join('\n')}\n`;
  const ldif = [
    ldifTop(),
    entry(`dn: ${peopleDn}`, 'objectClass: organizationalUnit', 'ou: people'),
    ...units.map((dn, at) => entry(`dn: ${dn}`, 'objectClass: organizationalUnit', `ou: Unit ${at}`)),
    ...Array.from({ length: size.people }, (_none, at) =>
      entry(
        `dn: ${personDn(at)}`,
        'objectClass: inetOrgPerson',
        `uid: user${at}`,
        `cn: Person ${at}`,
        'sn: Person',
        `mail: user${at}@example.com`,
        `employeeNumber: N${at}`,
        `mobile: +8613${String(100_000_000 + at)}`,
        `title: ${at % 3 === 0 ? 'Engineer' : 'Clerk'}`,
        ...(at < 10 ? [] : [`manager: ${personDn(at % 10)}`]),
        'userPassword: never-to-be-seen',
      ),
    ),
  ].join('\n');
  return startDirectory(ldif, { lines: ['maxsize 2147483648', 'sizelimit unlimited', 'index objectClass eq'] });
}

/** Everything of the company by the command that administrators use, into a file (or nowhere). */
export async function ldapsearch({ port }: Slapd, file = '/dev/null'): Promise<void> {
  const output = openSync(file, 'w');
  const child = spawn(
    'ldapsearch',
    [
      '-x',
      '-LLL',
      '-o',
      'ldif-wrap=no',
      '-E',
      'pr=1000/noprompt',
      '-H',
      `ldap://127.0.0.1:${port}`,
      '-D',
      searchDn,
      '-w',
      searchPassword,
      '-b',
      peopleDn,
      '(|(objectClass=organizationalUnit)(objectClass=inetOrgPerson))',
      'ou',
      ...personAttributes,
    ],
    // It writes by itself: passed on by this process, it would be slower than it is.
    { stdio: ['ignore', output, 'inherit'] },
  );
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  closeSync(output);
  if (code !== 0) throw new Error(`ldapsearch ended with ${code}`);
}

/**
 * What somebody in a hurry would write: takes every entry of an LDIF as it comes and puts it by COPY into the tables of people with their
 * indexes and search keys. No plan, no rules, no ties, no journal, no audit, no way back.
 */
export async function copyLdif(client: pg.Client, file: string): Promise<number> {
  const folders = new Folders();
  const now = Date.now();
  const [people, assignments]: [Parameters<typeof copyRows>[2][number][], Parameters<typeof copyRows>[2][number][]] = [[], []];
  let values = new Map<string, string>();
  const take = (): void => {
    const dn = values.get('dn');
    if (dn === undefined || !values.has('uid')) return;
    const id = newId();
    const names = dn
      .slice(0, -peopleDn.length - 1)
      .split(',')
      .slice(1)
      .map((step) => step.slice(3))
      .toReversed();
    const primary = folders.find(names, now);
    const fields = {
      account: values.get('uid')!,
      name: values.get('cn')!,
      email: values.get('mail')!,
      employeeNo: values.get('employeeNumber')!,
      mobile: values.get('mobile')!,
      title: values.get('title')!,
    };
    people.push(personRow(id, { line: 0, fields, department: [], others: [], typed: {}, issues: [] }, { primary, several: false, now }));
    assignments.push([id, primary, true, now]);
  };
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const colon = line.indexOf(': ');
    if (line === '') {
      take();
      values = new Map();
    } else values.set(line.slice(0, colon), line.slice(colon + 2));
  }
  await client.query('begin');
  await copyRows(client, folders.target, folders.rows);
  await copyRows(client, peopleTarget, people);
  await copyRows(client, 'employee_department (employee_id, department_id, is_primary, from_at)', assignments);
  await client.query('commit');
  return people.length;
}
