import { Attribute, Change, type Client } from 'ldapts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adSourceConfig, type LdapSourceConfig } from '../../../common/config/ldap.ts';
import {
  administrator,
  administratorPassword,
  domainDn,
  startSamba,
  whyNoSamba,
  type Samba,
} from '../../../../../../tests/peers/samba-directory.ts';
import type { ConnectorHouse, OpenSource, RawRecord, ReadRequest } from '../connector.ts';
import { connectorHouse, gather, type Gathered } from '../testing/connector-test-app.ts';
import { guidBytes, guidText } from './guid.ts';
import { adConnector } from './ldap-source.ts';
import { allValues } from './ranges.ts';
import { openSession } from './session.ts';

test('a GUID is written as Active Directory writes it, and back', () => {
  const bytes = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
  expect(guidText(bytes)).toBe('33221100-5544-7766-8899-aabbccddeeff');
  expect(guidBytes('33221100-5544-7766-8899-aabbccddeeff')).toEqual(bytes);
});

const reason = await whyNoSamba();
const staff = `OU=Staff,${domainDn}`;
const people = 300;
const accountOf = (at: number): string => `person${at}`;
const unitOf = (at: number): string => (at % 2 === 0 ? `OU=Sales,${staff}` : `OU=Sales North,OU=Sales,${staff}`);
const dnOf = (at: number): string => `CN=Person ${at},${unitOf(at)}`;

describe.skipIf(reason !== undefined)(`a real domain controller${reason ? ` (not run: ${reason})` : ''}`, () => {
  let samba: Samba;
  let client: Client;
  let house: ConnectorHouse & { close(): Promise<void> };

  beforeAll(async () => {
    samba = await startSamba();
    client = await samba.connect();
    for (const dn of [staff, `OU=Sales,${staff}`, `OU=Sales North,OU=Sales,${staff}`])
      await client.add(dn, { objectClass: ['top', 'organizationalUnit'] });
    for (let at = 0; at < people; at += 1)
      await client.add(dnOf(at), {
        objectClass: ['top', 'person', 'organizationalPerson', 'user'],
        sAMAccountName: accountOf(at),
        userAccountControl: at === 5 ? '546' : '544',
        displayName: `人 ${at}`,
        ...(at > 0 && { manager: dnOf(0) }),
      });
    const all = Array.from({ length: people }, (_none, at) => dnOf(at));
    await client.add(`CN=Everybody,${staff}`, { objectClass: ['top', 'group'], sAMAccountName: 'everybody', member: all });
    house = await connectorHouse(samba.allowed);
  }, 120_000);
  afterAll(async () => {
    await client?.unbind();
    await house?.close();
    await samba?.stop();
  });

  const sourceOf = (more: Partial<LdapSourceConfig> = {}): OpenSource<LdapSourceConfig> => ({
    code: 'ad',
    config: adSourceConfig.parse({
      servers: [{ host: '127.0.0.1', port: 389 }],
      security: 'plain',
      bindDn: administrator,
      userBases: [staff],
      pageSize: 100,
      ...more,
    }),
    secrets: { password: administratorPassword },
  });
  const read = (more: Partial<LdapSourceConfig> = {}, request: Partial<ReadRequest> = {}): Promise<Gathered> =>
    gather(adConnector, { house, source: sourceOf(more) }, request);
  const byAccount = ({ people: all }: Gathered): Map<unknown, RawRecord['values']> =>
    new Map(all.map(({ values }) => [values['sAMAccountName'], values]));
  const replace = (dn: string, type: string, value: string): Promise<void> =>
    client.modify(dn, new Change({ operation: 'replace', modification: new Attribute({ type, values: [value] }) }));

  test('everybody over LDAPS with their units, ids, managers and whether they may sign in', async () => {
    const secure = { security: 'ldaps' as const, ca: samba.ca, servers: [{ host: '127.0.0.1', port: 636 }] };
    const lines = await adConnector.test(house, sourceOf(secure), new AbortController().signal);
    expect(lines.map(({ step, ok }) => [step, ok])).toEqual(['resolve', 'connect', 'tls', 'signIn', 'read'].map((step) => [step, true]));
    const all = await read(secure);
    expect(all.error).toBeUndefined();
    expect([all.departments.length, all.people.length]).toEqual([2, people]);
    const found = byAccount(all);
    const units = new Map(all.departments.map(({ values }) => [values['ou'], values]));
    expect(units.get('Sales North')).toMatchObject({ $parent: units.get('Sales')!['$id'], $path: 'Sales/Sales North' });
    expect(found.get(accountOf(1))).toMatchObject({
      $id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/),
      $departments: [units.get('Sales North')!['$id']],
      $manager: found.get(accountOf(0))!['$id'],
      $disabled: false,
      displayName: '人 1',
    });
    expect(found.get(accountOf(5))).toMatchObject({ $disabled: true });
  });

  test('changes by their number at this controller; who was deleted is told; another controller means everything', async () => {
    const before = await read();
    await replace(dnOf(9), 'title', 'Captain');
    await client.del(dnOf(10));
    await client.modifyDN(dnOf(11), `CN=Person 11,OU=Sales,${staff}`);
    const changed = await read({}, { mode: 'incremental', cursor: before.end!.cursor });
    expect(changed.error).toBeUndefined();
    const found = byAccount(changed);
    expect(new Set(found.keys())).toEqual(new Set([accountOf(9), accountOf(11)]));
    expect(found.get(accountOf(9))).toMatchObject({ title: 'Captain' });
    const sales = before.departments.find(({ values }) => values['ou'] === 'Sales')!.values['$id'];
    expect(found.get(accountOf(11))).toMatchObject({ $id: byAccount(before).get(accountOf(11))!['$id'], $departments: [sales] });
    expect(changed.gone).toEqual([{ of: 'employee', id: byAccount(before).get(accountOf(10))!['$id'] }]);
    const foreign = before.end!.cursor!.replace(/"invocation":"[0-9a-f]+"/, '"invocation":"00"');
    const whole = await read({}, { mode: 'incremental', cursor: foreign });
    expect([whole.people.length, whole.end?.whole]).toEqual([people - 1, true]);
  });

  test('DirSync says what changed, also what was cleared or renamed; it is read anew', async () => {
    const before = await read({ dirSync: true });
    expect(before.error).toBeUndefined();
    const none = await read({ dirSync: true }, { mode: 'incremental', cursor: before.end!.cursor });
    expect([none.error, none.people, none.gone]).toEqual([undefined, [], []]);
    await client.modify(dnOf(20), new Change({ operation: 'delete', modification: new Attribute({ type: 'displayName', values: [] }) }));
    await client.modifyDN(dnOf(21), `CN=Renamed 21,${unitOf(21)}`);
    await client.del(dnOf(22));
    const changed = await read({ dirSync: true }, { mode: 'incremental', cursor: none.end!.cursor });
    expect(changed.error).toBeUndefined();
    const found = byAccount(changed);
    expect([...found.keys()]).toEqual(expect.arrayContaining([accountOf(20), accountOf(21)]));
    expect(found.get(accountOf(20))).not.toHaveProperty('displayName');
    expect(found.get(accountOf(21))).toMatchObject({ cn: 'Renamed 21' });
    expect(changed.gone).toContainEqual({ of: 'employee', id: byAccount(before).get(accountOf(22))!['$id'] });
  });

  test('members of a large group come piece by piece; groups are departments', async () => {
    const session = await openSession(house, sourceOf(), { signal: new AbortController().signal }, { one: 10_000, page: 60_000 });
    const all: string[] = [];
    const first = { dn: `CN=Everybody,${staff}`, 'member;range=0-0': [] };
    const pieces: number[] = [];
    // As if the directory had given out nothing yet and more were to come.
    const start = { ...first, 'member;range=0-0': ['none'] };
    for await (const values of allValues(session, start, 'member', 50)) {
      pieces.push(values.length);
      all.push(...values);
    }
    session.close();
    const real = all.slice(1);
    expect(Math.max(...pieces)).toBeLessThanOrEqual(50);
    expect(new Set(real).size).toBe(real.length);
    const groups = await read({ departments: 'groups', userFilter: '(sAMAccountName=person3*)' });
    expect(groups.departments.map(({ values }) => values['cn'])).toEqual(['Everybody']);
    expect(real.length).toBeGreaterThan(people - 10);
    expect(groups.people.every(({ values }) => Array.isArray(values['$departments']) && values['$departments'].length === 1)).toBe(true);
  });
});
