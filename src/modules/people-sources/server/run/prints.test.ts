import { Attribute, Change, Client } from 'ldapts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import { getJob } from '#kit/common/jobs/job.contract.ts';
import {
  ldifTop,
  peopleDn,
  rootDn,
  rootPassword,
  searchDn,
  searchPassword,
  startDirectory,
  type Slapd,
} from '../../../../../tests/peers/slapd.ts';
import { ldapSourceConfig } from '../../common/config/ldap.ts';
import { mappingRow, type MappingRow } from '../../common/source-parts.ts';
import * as contract from '../../common/source-run.contract.ts';
import { eraseEmployees } from '#modules/people/server/employee/employee.erase.ts';
import { peopleModules } from '../testing/people-modules.ts';
import type { ConnectorHouse } from '../connector/connector.ts';
import { ldapConnector } from '../connector/ldap/ldap-source.ts';
import { connectorHouse } from '../connector/testing/connector-test-app.ts';
import { addGeneratedSource } from '../testing/generated-directory.ts';
import { openSourcesWith } from './open-source.ts';

const unit = (at: number): string => `ou=Unit ${at},${peopleDn}`;
const uid = (at: number): string => `u${at}`;
const dnOf = (at: number): string => `uid=${uid(at)},${unit(at % 3)}`;
const people = 40;
/** The first leads everybody else but the last, who leads nobody and is led by nobody. */
const attributesOf = (at: number): Record<string, string> => ({
  objectClass: 'inetOrgPerson',
  uid: uid(at),
  cn: `Person ${at}`,
  sn: 'Person',
  employeeNumber: `N${at}`,
  title: at % 2 === 0 ? 'Engineer' : 'Clerk',
  mobile: `+8613${String(100_000_000 + at)}`,
  ...(at > 0 && at < people - 1 && { manager: dnOf(0) }),
});
const entry = (dn: string, values: Record<string, string>): string =>
  [`dn: ${dn}`, ...Object.entries(values).map(([name, value]) => `${name}: ${value}`), ''].join('\n');
const ldif = [
  ldifTop(),
  entry(peopleDn, { objectClass: 'organizationalUnit', ou: 'people' }),
  ...[0, 1, 2].map((at) => entry(unit(at), { objectClass: 'organizationalUnit', ou: `Unit ${at}` })),
  ...Array.from({ length: people }, (_none, at) => entry(dnOf(at), attributesOf(at))),
].join('\n');

const row = (of: MappingRow['of'], target: MappingRow['target'], name: string): MappingRow =>
  mappingRow.parse({ of, target, from: { kind: 'attribute', name } });
const mapping = [
  row('department', 'externalId', '$id'),
  row('department', 'parent', '$parent'),
  row('department', 'name', 'ou'),
  row('employee', 'externalId', '$id'),
  row('employee', 'account', 'uid'),
  row('employee', 'name', 'cn'),
  row('employee', 'employeeNo', 'employeeNumber'),
  row('employee', 'title', 'title'),
  row('employee', 'departments', '$departments'),
  row('employee', 'manager', '$manager'),
];

let served: TestModules;
let slapd: Slapd;
let house: ConnectorHouse & { close(): Promise<void> };
let root: Client;
let sourceId = '';
/** Accounts that were taken apart since the last run began. */
let delivered: string[] = [];

beforeAll(async () => {
  served = await serveModules(...peopleModules);
  served.work();
});
beforeEach(async () => {
  await served.database.pool.query('truncate source cascade');
  await served.database.pool.query(
    'delete from employee_department; delete from employee; delete from department where parent_id is not null',
  );
  slapd = await startDirectory(ldif);
  house = await connectorHouse(slapd.allowed);
  root = new Client({ url: `ldap://127.0.0.1:${slapd.port}` });
  await root.bind(rootDn, rootPassword);
  const config = ldapSourceConfig.parse({
    servers: [{ host: '127.0.0.1', port: slapd.port }],
    security: 'plain',
    bindDn: searchDn,
    userBases: [peopleDn],
    pageSize: 10,
  });
  openSourcesWith(async () => ({
    connector: {
      ...ldapConnector,
      incremental: () => true,
      async *read(_house, _source, request) {
        for await (const event of ldapConnector.read(house, { code: 'dir', config, secrets: { password: searchPassword } }, request)) {
          if ('records' in event)
            delivered.push(...event.records.flatMap(({ of, values }) => (of === 'employee' ? String(values['uid']) : [])));
          yield event;
        }
      },
    },
    source: { code: 'dir', config, secrets: {} },
  }));
  sourceId = await addGeneratedSource(served.database.db, { mapping: JSON.stringify(mapping) });
  await apply(await sync());
});
const stop = async (): Promise<void> => {
  await root?.unbind();
  await house?.close();
  await slapd?.stop();
};
afterEach(stop);
afterAll(() => served.close());

async function ended(jobId: string): Promise<void> {
  await expect
    .poll(async () => (await served.boss.call(getJob, { id: jobId })).state, { interval: 20, timeout: 60_000 })
    .not.toMatch(/queued|running/);
}

async function sync(mode: 'full' | 'incremental' = 'full'): Promise<contract.RunDetail> {
  delivered = [];
  const { runId, jobId } = await served.boss.call(contract.sourceSync, { id: sourceId, mode });
  await ended(jobId);
  return served.boss.call(contract.sourceRunGet, { runId });
}

async function apply(run: contract.RunDetail): Promise<contract.RunDetail> {
  const total = Object.entries(run.counts).reduce((sum, [action, n]) => (action === 'unchanged' ? sum : sum + n), 0);
  const { jobId } = await served.boss.call(contract.sourceRunApply, { runId: run.id, expected: { loseSignIn: run.loseSignIn, total } });
  await ended(jobId);
  return served.boss.call(contract.sourceRunGet, { runId: run.id });
}

const query = async <Row extends object>(text: string): Promise<Row[]> => (await served.database.pool.query<Row>(text)).rows;
const change = (at: number, operation: 'add' | 'delete' | 'replace', type: string, values: string[] = []): Promise<void> =>
  root.modify(dnOf(at), new Change({ operation, modification: new Attribute({ type, values }) }));
const all = people + 3;

test('who came as before is not taken apart; who came otherwise and is the same is known by it the next time', async () => {
  expect(await sync()).toMatchObject({ state: 'applied', peopleRead: people, valid: people + 3, counts: { unchanged: all } });
  expect(delivered).toEqual([]);
  // The same title in another place of the entry.
  await change(5, 'delete', 'title');
  await change(5, 'add', 'title', ['Clerk']);
  expect(await sync()).toMatchObject({ state: 'applied', peopleRead: people, counts: { unchanged: all } });
  expect(delivered).toEqual([uid(5)]);
  expect((await sync()).counts).toEqual({ unchanged: all });
  expect(delivered).toEqual([]);
  await change(6, 'replace', 'title', ['Chief']);
  const plan = await sync();
  expect(delivered).toEqual([uid(6)]);
  expect(plan.counts).toEqual({ unchanged: all - 1, update: 1 });
  await apply(plan);
  expect(await query(`select title from employee where account = 'u6'`)).toEqual([{ title: 'Chief' }]);
  // What a reading of changes wrote is known by its print too.
  await change(7, 'replace', 'title', ['Head']);
  expect((await apply(await sync('incremental'))).outcome).toEqual({ update: 1 });
  expect((await sync()).counts).toEqual({ unchanged: all });
  expect(delivered).toEqual([]);
});

test('a changed mapping or filter, somebody who vanished, a tie or a person that is gone here are seen', async () => {
  await root.del(dnOf(8));
  await query(`delete from source_link where object_id = (select id from employee where account = 'u9')`);
  const plan = await sync();
  expect(delivered).toEqual([uid(9)]);
  expect(plan).toMatchObject({ peopleRead: people - 1, counts: { unchanged: all - 2, quarantine: 1, link: 1 } });
  expect((await apply(plan)).outcome).toEqual({ quarantine: 1, link: 1 });
  await query(`update employee set status = 'deleted', deleted_at = 1 where account = 'u10'`);
  expect((await sync()).counts).toMatchObject({ conflict: 1 });
  expect(delivered).toEqual([uid(10)]);
  const more = [...mapping, row('employee', 'mobile', 'mobile')];
  await served.database.pool.query('update source set mapping = $1, version = version + 1', [JSON.stringify(more)]);
  expect((await sync()).counts).toMatchObject({ update: people - 2 });
  expect(delivered).toHaveLength(people - 1);
  const filter = [{ attribute: 'title', op: 'is', values: ['Clerk'] }];
  await served.database.pool.query('update source set scope = $1', [JSON.stringify({ include: [], exclude: [], filter })]);
  expect((await sync()).peopleRead).toBe(people / 2);
});

test('what a person has by others is seen where their own entry is as it was: another manager of the same name', async () => {
  // The manager is made again under the same name: another id, of whom nobody else's entry speaks.
  await root.del(dnOf(0));
  const { objectClass, ...values } = attributesOf(0);
  await root.add(dnOf(0), { objectClass: [objectClass!], ...values });
  await sync();
  expect(delivered).toHaveLength(people - 1);
  expect(delivered).not.toContain(uid(people - 1));
});

const pagesKept = (): Promise<{ n: number; held: number }[]> =>
  query(`select count(*)::int as n, coalesce(sum(length(records) / 16), 0)::int as held from source_page`);

test('pages of which everybody was known are known as a whole, until somebody in them, their tie, or the id of a manager is another', async () => {
  expect(await pagesKept()).toEqual([{ n: 0, held: 0 }]);
  expect((await sync()).counts).toEqual({ unchanged: all });
  expect(await pagesKept()).toEqual([{ n: people / 10, held: people }]);
  expect(await sync()).toMatchObject({ peopleRead: people, valid: all, counts: { unchanged: all } });
  expect(delivered).toEqual([]);
  // One of a page came otherwise: the others of it are known one by one, and the page is another from then on.
  await change(5, 'replace', 'title', ['Chief']);
  await apply(await sync());
  expect(delivered).toEqual([uid(5)]);
  expect((await sync()).counts).toEqual({ unchanged: all });
  expect(delivered).toEqual([]);
  expect(await pagesKept()).toEqual([{ n: people / 10, held: people }]);
  // The bytes are the same, but what is known of somebody here is not.
  await query(`update source_link set hash = null, print = null where object_id = (select id from employee where account = 'u17')`);
  expect((await sync()).counts).toEqual({ unchanged: all });
  expect(delivered).toEqual([uid(17)]);
  expect((await sync()).counts).toEqual({ unchanged: all });
  expect(delivered).toEqual([]);
  // Who vanishes is missed, whatever pages the others come in.
  await root.del(dnOf(people - 1));
  const plan = await sync();
  expect(plan).toMatchObject({ peopleRead: people - 1, counts: { unchanged: all - 1, quarantine: 1 } });
  await apply(plan);
  await sync();
  // The manager is made again under the same name: nobody else's bytes speak of it.
  await root.del(dnOf(0));
  const { objectClass, ...values } = attributesOf(0);
  await root.add(dnOf(0), { objectClass: [objectClass!], ...values });
  await sync();
  expect(new Set(delivered)).toEqual(new Set(Array.from({ length: people - 1 }, (_none, at) => uid(at))));
});

test('the mark of changes goes on from pages that are known as a whole', async () => {
  await sync();
  const cursor = async (): Promise<unknown> => (await query<{ cursor: string | null }>('select cursor from source_standing'))[0]!.cursor;
  const before = await cursor();
  expect(before).not.toBeNull();
  await sync();
  expect(await cursor()).toEqual(before);
  await change(3, 'replace', 'title', ['Later']);
  expect((await apply(await sync('incremental'))).outcome).toEqual({ update: 1 });
});

test('who was erased here comes again as somebody new, although they come as they were', async () => {
  await sync();
  const [{ id }] = (await query<{ id: string }>(`select id from employee where account = 'u12'`)) as [{ id: string }];
  await query(`update employee set status = 'deleted', deleted_at = 1 where id = '${id}'`);
  await served.database.db.transaction().execute((tx) => eraseEmployees(tx, [id], Date.now()));
  const plan = await sync();
  expect(delivered).toEqual([uid(12)]);
  expect(plan.counts).toMatchObject({ unchanged: all - 1 });
  expect(plan.counts).not.toHaveProperty('quarantine');
});
