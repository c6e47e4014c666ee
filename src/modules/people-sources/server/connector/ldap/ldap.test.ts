import { Change, Attribute, Client } from 'ldapts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ldapSourceConfig, type LdapSourceConfig } from '../../../common/config/ldap.ts';
import { freePort } from '../../../../../../tests/peers/free-port.ts';
import { startLdapProxy, type LdapProxy } from '../../../../../../tests/peers/ldap-proxy.ts';
import { startLdapStandIn } from '../../../../../../tests/peers/ldap-stand-in.ts';
import {
  ldifTop,
  peopleDn,
  rootDn,
  rootPassword,
  searchDn,
  searchPassword,
  startDirectory,
  suffix,
  type Slapd,
} from '../../../../../../tests/peers/slapd.ts';
import { SourceFailure, type ConnectorHouse, type OpenSource, type RawRecord, type ReadRequest } from '../connector.ts';
import { connectorHouse, gather, type Gathered } from '../testing/connector-test-app.ts';
import { isSecret } from './attributes.ts';
import { connectorFor, ldapConnector } from './ldap-source.ts';

const many = 5_000;
/** Names of departments as companies have them: signs that a distinguished name escapes, other scripts, spaces at the ends. */
const oddNames = ['R&D, North', '销售+部', 'Ops "24/7"', '#1; Support', 'Gröden\\Bläue', 'a=b', '経理 部', ' Lead'];
const inPath = (name: string): string => name.replaceAll('/', '\u2215');
const base64 = (value: string): string => Buffer.from(value).toString('base64');
const escaped = (name: string): string => name.replaceAll(/[,+"\\<>;=]/g, (sign) => `\\${sign}`).replace(/^[ #]/, (sign) => `\\${sign}`);
const old = 'modifyTimestamp: 20250101000000Z\ncreateTimestamp: 20250101000000Z';

const unit = (dn: string, name: string): string =>
  `dn:: ${base64(dn)}\nobjectClass: organizationalUnit\nou:: ${base64(name)}\ndescription: unit\n${old}\n`;
const units = oddNames.map((name) => ({ name, dn: `ou=${escaped(name)},${peopleDn}` }));
const nested = units.map(({ dn }, at) => ({ name: `team ${at}`, dn: `ou=team ${at},${dn}` }));
const places = [...units, ...nested];
const uidOf = (at: number): string => `u${String(at).padStart(5, '0')}`;
const personDn = (at: number): string => `uid=${uidOf(at)},${places[at % places.length]!.dn}`;

function person(at: number): string {
  return [
    `dn:: ${base64(personDn(at))}`,
    'objectClass: inetOrgPerson',
    `uid: ${uidOf(at)}`,
    `cn:: ${base64(`人 ${at}`)}`,
    'sn: Person',
    `mail: ${uidOf(at)}@example.test`,
    ...(at % 10 === 0 ? [`mail: second.${uidOf(at)}@example.test`] : []),
    ...(at > 0
      ? [
          `manager:: ${base64(
            personDn(Math.floor(at / 50))
              .toUpperCase()
              .replaceAll(',', ', ')
              .replaceAll('\\, ', '\\,'),
          )}`,
        ]
      : []),
    ...(at === 7 ? [`jpegPhoto:: ${base64('\u0000picture')}`] : []),
    'userPassword: never-to-be-seen',
    ...(at === 3 ? [] : [old]),
    '',
  ].join('\n');
}

const ldif = [
  ldifTop(),
  unit(peopleDn, 'people'),
  ...places.map(({ dn, name }) => unit(dn, name)),
  ...Array.from({ length: many }, (_none, at) => person(at)),
  `dn: ou=groups,${suffix}\nobjectClass: organizationalUnit\nou: groups\n`,
  `dn: cn=inner,ou=groups,${suffix}\nobjectClass: groupOfNames\ncn: inner\nmember:: ${base64(personDn(1))}\nmember:: ${base64(personDn(2))}\n`,
  `dn: cn=outer,ou=groups,${suffix}\nobjectClass: groupOfNames\ncn: outer\nmember: cn=inner,ou=groups,${suffix}\nmember:: ${base64(personDn(2))}\n`,
].join('\n');

let slapd: Slapd;
let strange: Slapd;
let proxy: LdapProxy;
let closedPort: number;
let house: ConnectorHouse & { close(): Promise<void> };

beforeAll(async () => {
  closedPort = await freePort();
  slapd = await startDirectory(ldif, { lines: ['limits * size.prtotal=unlimited'] });
  // A directory that stops in the middle, with a certificate of another host.
  const limits = ['limits * size.prtotal=20 size.soft=20 size.hard=20'];
  strange = await startDirectory(
    [
      ldifTop(),
      unit(peopleDn, 'people'),
      ...places.map(({ dn, name }) => unit(dn, name)),
      ...[0, 1, 2, 3, 4, 5].map((at) => person(at)),
    ].join('\n'),
    { certificateFor: 'DNS:directory.elsewhere', lines: limits },
  );
  proxy = await startLdapProxy(slapd.port);
  house = await connectorHouse([...slapd.allowed, ...strange.allowed, `127.0.0.1:${proxy.port}`, `127.0.0.1:${closedPort}`]);
}, 90_000);
afterAll(async () => {
  await house?.close();
  await proxy?.stop();
  await Promise.all([slapd?.stop(), strange?.stop()]);
});

function sourceOf(more: Partial<LdapSourceConfig> = {}, password = searchPassword): OpenSource<LdapSourceConfig> {
  const config = ldapSourceConfig.parse({
    servers: [{ host: '127.0.0.1', port: slapd.port }],
    security: 'plain',
    bindDn: searchDn,
    userBases: [peopleDn],
    ...more,
  });
  return { code: 'dir', config, secrets: { password } };
}

const read = (source: OpenSource<LdapSourceConfig>, request?: Partial<ReadRequest>): Promise<Gathered> =>
  gather(ldapConnector, { house, source }, request);
const failureOf = ({ error, end }: Gathered): [string, string] => {
  expect(end).toBeUndefined();
  expect(error).toBeInstanceOf(SourceFailure);
  return error instanceof SourceFailure ? [error.category, error.what] : ['', ''];
};
const idsBy = (records: readonly RawRecord[], attribute: string): Map<unknown, unknown> =>
  new Map(records.map(({ values }) => [values[attribute], values['$id']]));

/** Does something to the directory as who may do everything. */
async function change(work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ url: `ldap://127.0.0.1:${slapd.port}` });
  await client.bind(rootDn, rootPassword);
  await work(client);
  await client.unbind();
}
const retitle = (at: number, title: string): Promise<void> =>
  change((client) =>
    client.modify(personDn(at), new Change({ operation: 'replace', modification: new Attribute({ type: 'title', values: [title] }) })),
  );

test('everybody is read page by page, in the tree of departments, with managers; passwords never leave the directory', async () => {
  // Bound as who may read everything, through a line that is listened to.
  const source = sourceOf({ servers: [{ host: '127.0.0.1', port: proxy.port }], bindDn: rootDn, pageSize: 500 }, rootPassword);
  const all = await read(source);
  expect(all.error).toBeUndefined();
  expect(all.end?.cursor).toEqual(expect.any(String));
  expect([all.departments.length, all.people.length]).toEqual([places.length, many]);
  expect(new Set(all.people.map(({ values }) => values['$id'])).size).toBe(many);
  const unitIds = idsBy(all.departments, 'ou');
  const teamOf = (name: string) => all.departments.find(({ values }) => values['ou'] === name)!.values;
  for (const [at, { name }] of units.entries()) {
    expect(teamOf(name)).toMatchObject({ $parent: null, $path: inPath(name) });
    expect(teamOf(`team ${at}`)).toMatchObject({ $parent: unitIds.get(name), $path: `${inPath(name)}/team ${at}` });
  }
  const people = idsBy(all.people, 'uid');
  for (const { values } of all.people) {
    const at = Number(String(values['uid']).slice(1));
    expect(values['$departments']).toEqual([unitIds.get(places[at % places.length]!.name)]);
    expect(values['$manager'], String(values['manager'])).toBe(at === 0 ? undefined : people.get(uidOf(Math.floor(at / 50))));
  }
  expect(all.people.find(({ values }) => values['uid'] === uidOf(10))!.values['mail']).toHaveLength(2);
  expect(all.people.every(({ values }) => !('userPassword' in values) && !('jpegPhoto' in values))).toBe(true);
  expect(proxy.heard().includes('never-to-be-seen')).toBe(false);
  expect(proxy.heard().includes('picture')).toBe(false);
});

test('what is named is read, under the spelling that was asked for, pictures too; a password is not', async () => {
  const attributes = { employee: ['UID', 'jpegPhoto', 'userPassword', '$manager'], department: ['ou'] };
  const { people } = await read(sourceOf({ bindDn: rootDn, userFilter: '(uid=u00007)' }, rootPassword), { attributes });
  expect(people).toHaveLength(1);
  expect(people[0]!.values).toMatchObject({ UID: uidOf(7), jpegPhoto: Buffer.from('\u0000picture'), $disabled: false });
  expect(Object.keys(people[0]!.values)).not.toContain('userPassword');
  expect(Object.keys(people[0]!.values)).not.toContain('mail');
});

test('passwords, their hashes and keys are told by their names; what only tells of them is not', () => {
  const secrets = [
    'userPassword',
    'userPassword;x-old',
    'unicodePwd',
    'sambaNTPassword',
    'krbPrincipalKey',
    'pwdHistory',
    'ms-Mcs-AdmPwd',
    'msDS-ManagedPassword',
  ];
  const others = ['pwdLastSet', 'badPasswordTime', 'pwdChangedTime', 'mail', 'cn;lang-ja', 'sshPublicKey'];
  expect([secrets.filter(isSecret), others.filter(isSecret)]).toEqual([secrets, []]);
});

test('a sample is small, and says which attributes there are', async () => {
  const { people, departments } = await read(sourceOf(), { mode: 'sample', limit: 5 });
  expect([people.length, departments.length]).toEqual([5, 5]);
  expect(Object.keys(people[0]!.values)).toEqual(expect.arrayContaining(['uid', 'cn', 'mail', '$id', '$departments', '$dn']));
});

test('changes alone are read from the mark on; who vanished is seen by a full reading; a moved and renamed unit keeps its id', async () => {
  const before = await read(sourceOf());
  await retitle(42, 'Captain');
  const changed = await read(sourceOf(), { mode: 'incremental', cursor: before.end!.cursor });
  // u00003 was made a moment ago: within the minute that is read twice.
  expect(new Set(changed.people.map(({ values }) => values['uid']))).toEqual(new Set([uidOf(3), uidOf(42)]));
  expect(changed.people).toHaveLength(2);
  expect(changed.people.find(({ values }) => values['uid'] === uidOf(42))!.values).toMatchObject({ title: 'Captain' });
  expect(changed.end?.whole).toBeUndefined();
  const strangeCursor = await read(sourceOf({ userFilter: '(uid=u00001)' }), { mode: 'incremental', cursor: 'of another time' });
  expect([strangeCursor.people.length, strangeCursor.end?.whole]).toEqual([1, true]);
  await change(async (client) => {
    await client.del(personDn(many - 1));
    await client.modifyDN(nested[1]!.dn, `ou=moved\\, renamed,${units[4]!.dn}`);
  });
  const after = await read(sourceOf());
  expect(after.people).toHaveLength(many - 1);
  const moved = after.departments.find(({ values }) => values['ou'] === 'moved, renamed')!.values;
  expect(moved).toMatchObject({ $id: idsBy(before.departments, 'ou').get('team 1'), $path: `${units[4]!.name}/moved, renamed` });
  const at = places.findIndex(({ name }) => name === 'team 1');
  const same = (all: Gathered) => all.people.find(({ values }) => values['uid'] === uidOf(at))!.values;
  expect([same(after)['$id'], same(after)['$departments']]).toEqual([same(before)['$id'], [moved['$id']]]);
});

test('departments come from an attribute as a path, or from groups within groups', async () => {
  const byAttribute = await read(sourceOf({ departments: 'attribute', departmentAttribute: 'title', userFilter: '(uid=u00042)' }));
  expect(byAttribute.departments).toEqual([]);
  expect(byAttribute.people[0]!.values['$path']).toBe('Captain');
  const groups = sourceOf({
    departments: 'groups',
    departmentBases: [`ou=groups,${suffix}`],
    userFilter: '(|(uid=u00001)(uid=u00002)(uid=u00005))',
  });
  const byGroups = await read(groups);
  const ids = idsBy(byGroups.departments, 'cn');
  expect(byGroups.departments.map(({ values }) => [values['cn'], values['$parent'], values['$path']])).toEqual(
    expect.arrayContaining([
      ['inner', ids.get('outer'), 'outer/inner'],
      ['outer', null, 'outer'],
    ]),
  );
  expect(byGroups.departments.every(({ values }) => !('member' in values))).toBe(true);
  const held = new Map(byGroups.people.map(({ values }) => [values['uid'], values['$departments']]));
  expect(held.get(uidOf(1))).toEqual([ids.get('inner')]);
  expect(new Set(held.get(uidOf(2)) as unknown[])).toEqual(new Set([ids.get('inner'), ids.get('outer')]));
  expect(held.get(uidOf(5))).toEqual([]);
  expect(ldapConnector.incremental(groups.config)).toBe(false);
});

test.each(['ldaps', 'startTls'] as const)(
  'over %s with its own authority; the next server is asked when the first is not there',
  async (security) => {
    const port = security === 'ldaps' ? slapd.tlsPort : slapd.port;
    const servers = [
      { host: '127.0.0.1', port: closedPort },
      { host: '127.0.0.1', port },
    ];
    const { people, error } = await read(sourceOf({ security, ca: slapd.ca, servers }), { mode: 'sample', limit: 1 });
    expect([people.length, error]).toEqual([1, undefined]);
    const wrong = {
      security,
      ca: strange.ca,
      servers: [{ host: '127.0.0.1', port: security === 'ldaps' ? strange.tlsPort : strange.port }],
    };
    expect(failureOf(await read(sourceOf(wrong)))[0]).toBe('tls');
  },
);

test.each<[string, () => OpenSource<LdapSourceConfig>, string]>([
  ['nothing listens', () => sourceOf({ servers: [{ host: '127.0.0.1', port: closedPort }] }), 'refused'],
  ['a wrong password', () => sourceOf({}, 'wrong'), 'auth'],
  ['no password at all', () => sourceOf({}, ''), 'auth'],
  ['a base that is not there', () => sourceOf({ userBases: [`ou=nowhere,${suffix}`], departments: 'none' }), 'empty'],
  ['a base that is no name', () => sourceOf({ userBases: ['nonsense'], departments: 'none' }), 'syntax'],
  ['a filter that is none', () => sourceOf({ userFilter: '(uid=' }), 'syntax'],
  ['an address that is not allowed', () => sourceOf({ servers: [{ host: '169.254.169.254', port: 389 }] }), 'denied'],
])('%s has its reason', async (_what, source, category) => {
  expect(failureOf(await read(source()))[0]).toBe(category);
});

test('a reading that was cut, that waits too long or that the directory limits has no end', async () => {
  const through = sourceOf({ servers: [{ host: '127.0.0.1', port: proxy.port }], departments: 'none', pageSize: 200 });
  const before = proxy.heard().length;
  expect((await read(through)).people).toHaveLength(many - 1);
  proxy.cutAfter(Math.floor((proxy.heard().length - before) * 0.7));
  const cut = await read(through);
  proxy.cutAfter(null);
  expect(failureOf(cut)[0]).toBe('protocol');
  expect(cut.people.length).toBeGreaterThan(0);

  const limited = sourceOf({
    servers: [{ host: '127.0.0.1', port: strange.port }],
    userFilter: '(objectClass=*)',
    departments: 'none',
    pageSize: 10,
  });
  expect(failureOf(await read(limited))[0]).toBe('limit');

  const waiting = connectorFor('ldap', { one: 4_000, page: 400 });
  const events = waiting.read(house, sourceOf({ departments: 'none', pageSize: 100 }), {
    mode: 'full',
    // Without managers, so that a page is all that is waited for.
    attributes: { employee: ['uid'], department: [] },
    cursor: null,
    signal: new AbortController().signal,
  });
  await events.next();
  slapd.freeze();
  const late = await (async () => {
    for await (const _event of events);
  })().catch((error: unknown) => error);
  slapd.thaw();
  expect(late).toMatchObject({ category: 'timeout' });
});

test('who gives up reading ends it at once, with the reason given', async () => {
  const giveUp = new AbortController();
  const events = ldapConnector.read(house, sourceOf(), { mode: 'full', cursor: null, signal: giveUp.signal });
  await events.next();
  giveUp.abort(new Error('cancelled by hand'));
  await expect(
    (async () => {
      for await (const _event of events);
    })(),
  ).rejects.toThrow('cancelled by hand');
});

test('an empty page that still carries a cookie is not the end; the size limit of a later page is none either', async () => {
  const entry = (at: number) => ({ dn: `uid=p${at},${peopleDn}`, attributes: { entryUUID: `id-${at}`, uid: `p${at}` } });
  const request = { attributes: { employee: ['uid'], department: [] } };
  const peer = await startLdapStandIn([{ entries: [entry(1)] }, { entries: [] }, { entries: [] }, { entries: [entry(2)] }]);
  const broken = await startLdapStandIn([{ entries: [entry(1)] }, { entries: [entry(2)], status: 4 }]);
  const own = await connectorHouse([`127.0.0.1:${peer.port}`, `127.0.0.1:${broken.port}`]);
  const from = (port: number) => sourceOf({ servers: [{ host: '127.0.0.1', port }], departments: 'none', bindDn: '' });
  const whole = await gather(ldapConnector, { house: own, source: from(peer.port) }, request);
  expect(whole.error).toBeUndefined();
  expect(whole.people.map(({ values }) => values['uid'])).toEqual(['p1', 'p2']);
  expect(whole.end).toBeDefined();
  expect(failureOf(await gather(ldapConnector, { house: own, source: from(broken.port) }, request))[0]).toBe('limit');
  await own.close();
  await Promise.all([peer.stop(), broken.stop()]);
});

test('a test goes step by step and ends with what fails, on every server', async () => {
  const steps = async (source: OpenSource<LdapSourceConfig>): Promise<string[]> =>
    (await ldapConnector.test(house, source, new AbortController().signal)).map(
      ({ step, ok, category }) => `${step} ${ok ? 'ok' : category}`,
    );
  expect(await steps(sourceOf())).toEqual(['resolve ok', 'connect ok', 'signIn ok', 'read ok']);
  const secure = { security: 'ldaps' as const, ca: slapd.ca, servers: [{ host: '127.0.0.1', port: slapd.tlsPort }] };
  expect(await steps(sourceOf(secure))).toEqual(['resolve ok', 'connect ok', 'tls ok', 'signIn ok', 'read ok']);
  expect(await steps(sourceOf({ ...secure, ca: strange.ca }))).toEqual(['resolve ok', 'connect ok', 'tls tls']);
  expect(await steps(sourceOf({}, 'wrong'))).toEqual(['resolve ok', 'connect ok', 'signIn auth']);
  expect(await steps(sourceOf({ userFilter: '(uid=nobody)' }))).toEqual(['resolve ok', 'connect ok', 'signIn ok', 'read empty']);
  expect(
    await steps(
      sourceOf({
        servers: [
          { host: '127.0.0.1', port: slapd.port },
          { host: '127.0.0.1', port: closedPort },
        ],
      }),
    ),
  ).toEqual(['resolve ok', 'connect ok', 'signIn ok', 'read ok', 'resolve ok', 'connect refused']);
});
