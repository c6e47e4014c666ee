import { createServer, type Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { testDatabase } from '#kit/testing/test-database.ts';
import type { Database } from '#platform/database/open-database.ts';
import { database, dubbo, sap, soap } from '../../src/modules/access/common/connection.contract.ts';
import { definitions, type InterfaceKind } from '../../src/modules/access/common/definition.ts';
import { apiInterface, interfaceAdd, interfaceSave, interfaceView } from '../../src/modules/access/common/interface.contract.ts';
import {
  apiTest,
  databaseBrowse,
  databaseTest,
  dubboBrowse,
  dubboTest,
  sapBrowse,
  sapTest,
  soapRefresh,
  soapTest,
} from '../../src/modules/access/common/test.contract.ts';
import { sapInterfaces, soapInterfaces } from '../../src/modules/access/common/draft-source.contract.ts';
import { rootDepartmentId as ownerDeptId } from '../../src/modules/people/common/root.ts';
import { freePort } from '../peers/free-port.ts';
import { makeCertificates } from '../peers/certificates.ts';
import { startDubboProvider } from '../peers/dubbo-provider.ts';
import { startMariaDb, whyNoMariaDb, type MariaDb } from '../peers/mariadb.ts';
import { startPhpSoap, whyNoPhpSoap } from '../peers/php-soap.ts';
import { startPostgresDoor } from '../peers/postgres-door.ts';
import { startZooKeeper, whyNoZooKeeper } from '../peers/zookeeper.ts';
import { GatewayHouse } from './gateway-house.ts';

const [noMaria, noSoap, noZoo] = [whyNoMariaDb(), whyNoPhpSoap(), whyNoZooKeeper()];
const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-connectors-'));
const certificates = makeCertificates(folder, { for: 'IP:127.0.0.1' });
const people = `create table people (id int primary key, name varchar(50), pay numeric(12,2));
insert into people values (1, 'Ada', 12.50), (2, 'Bo', 3.00), (3, '张三', 9.99);`;

let house: GatewayHouse;
let pg: Database;
let door: Awaited<ReturnType<typeof startPostgresDoor>>;
let maria: MariaDb | undefined;
let php: Awaited<ReturnType<typeof startPhpSoap>> | undefined;
let zoo: Awaited<ReturnType<typeof startZooKeeper>> | undefined;
let sapServer: Server;
let provider: Awaited<ReturnType<typeof startDubboProvider>>;
let first: Awaited<ReturnType<typeof startDubboProvider>>;
let second: Awaited<ReturnType<typeof startDubboProvider>>;
let prefixId: string;
let sapPort: number;
let spyPort: number;
const csrf = { fetched: 0, written: [] as string[] };

beforeAll(async () => {
  pg = await testDatabase([]);
  await pg.pool.query(people);
  door = await startPostgresDoor(inject('testServer'), certificates);
  if (noMaria === undefined) maria = await startMariaDb(people);
  if (noSoap === undefined) php = await startPhpSoap();
  if (noZoo === undefined) zoo = await startZooKeeper();
  provider = await startDubboProvider(({ method, args, types }) => {
    if (method === 'boom') return { thrown: 'no such user' };
    return { value: { method, types, first: args[0], list: [1, 2, 'x'] } };
  });
  first = await startDubboProvider(() => ({ value: 'first' }));
  second = await startDubboProvider(() => ({ value: 'second' }));
  sapServer = startSap();
  await once(sapServer, 'listening');
  sapPort = (sapServer.address() as AddressInfo).port;
  spyPort = await freePort();
  const ports = [door.port, spyPort, maria?.port, php?.port, zoo?.port, provider.port, first.port, second.port, sapPort].filter(
    (one) => one !== undefined,
  );
  house = await GatewayHouse.open(...ports);
  const system = await house.system();
  prefixId = (await house.prefix(system.id, '')).id;
}, 240_000);
afterAll(async () => {
  await house?.stop();
  sapServer?.close();
  await Promise.all([door?.stop(), maria?.stop(), php?.stop(), zoo?.stop(), provider?.stop(), first?.stop(), second?.stop()]);
  await pg?.close();
  rmSync(folder, { recursive: true, force: true });
});

const tried = (kind: InterfaceKind, definition: object, more: object = {}) =>
  house.call(apiTest, { prefixId, definition: definitions[kind].parse(definition), ...more });
const dataOf = (answer: string): unknown => (answer === '' ? undefined : (JSON.parse(answer) as { data: unknown }).data);

describe('databases', () => {
  const addPostgres = async (more: object = {}): Promise<string> => {
    const { rows } = await pg.pool.query<{ name: string }>('select current_database() as name');
    const draft = {
      name: house.word(),
      host: '127.0.0.1',
      port: door.port,
      database: rows[0]!.name,
      account: inject('testServer').user,
      ca: certificates.ca,
    };
    return (await house.call(database.add, { ...draft, secret: 'unasked', ownerDeptId, ...more })).id;
  };
  const addMaria = async (): Promise<string> => {
    const draft = {
      name: house.word(),
      kind: 'mariadb' as const,
      host: '127.0.0.1',
      port: maria!.port,
      database: maria!.name,
      account: maria!.user,
      tls: 'require' as const,
    };
    return (await house.call(database.add, { ...draft, secret: maria!.password, ownerDeptId })).id;
  };
  const common = {
    params: [
      { name: 'names', type: 'array' },
      { name: 'sort', choices: ['name', 'pay'] },
    ],
  };
  const statement = (databaseId: string, more: object = {}) => ({
    ...common,
    target: {
      kind: 'database',
      databaseId,
      sql: 'select id, name, pay as pay_total from people where name in :names[] order by {{choice.sort}}',
      choices: { sort: { name: 'name', pay: 'pay desc' } },
      ...more,
    },
  });

  const databases: [string, string | undefined, () => Promise<string>][] = [
    ['PostgreSQL', undefined, addPostgres],
    ['MariaDB', noMaria, addMaria],
  ];
  for (const [name, missing, add] of databases)
    test.skipIf(missing !== undefined)(
      `3: ${name}${missing === undefined ? '' : ` (${missing})`}: lists, fixed choices, pages; what is injected is a value`,
      async () => {
        const id = await add();
        const report = await house.call(databaseTest, { id });
        expect([report.class, report.checks.map(({ step }) => step)]).toEqual(['ok', ['address', 'connect', 'signIn', 'rights']]);
        const rows = await tried('database', statement(id), { query: { names: 'Ada,张三', sort: 'pay' } });
        expect(dataOf(rows.answer)).toEqual([
          { id: 1, name: 'Ada', payTotal: '12.50' },
          { id: 3, name: '张三', payTotal: '9.99' },
        ]);
        for (const value of ["' OR 1=1 --", '1; DROP TABLE people', "Ada') or ('1'='1"])
          expect(dataOf((await tried('database', statement(id), { query: { names: value, sort: 'name' } })).answer)).toEqual([]);
        expect((await tried('database', statement(id), { query: { names: 'Ada', sort: 'name; drop table people' } })).code).toBe(14309);
        const page = await tried('database', {
          target: { kind: 'database', databaseId: id, mode: 'page', maxRows: 2, sql: 'select id from people order by id desc' },
        });
        expect(dataOf(page.answer)).toEqual({ list: [{ id: 3 }, { id: 2 }], more: true });
        const many = await tried('database', { target: { kind: 'database', databaseId: id, maxRows: 2, sql: 'select id from people' } });
        expect([many.class, many.code]).toEqual(['tooLarge', 14322]);
        const columns = await house.call(databaseBrowse, { id, schema: name === 'MariaDB' ? 'hr' : 'public', table: 'people' });
        expect(columns.list.map((one) => one.name)).toEqual(['id', 'name', 'pay']);
        // A second statement is told when the draft is saved.
        const draft = (sql: string) => definitions.database.parse({ target: { kind: 'database', databaseId: id, sql } });
        const made = await house.call(interfaceAdd.database, { prefixId, code: house.word(), name: 'x', definition: draft('select 1') });
        const { version } = await house.call(interfaceView, { id: made.id });
        const definition = draft('select 1; select 2');
        const { findings } = await house.call(interfaceSave.database, { id: made.id, version, definition });
        expect(findings).toMatchObject([
          { level: 'error', code: 14030, path: 'target.sql', message: expect.stringContaining('position 9') },
        ]);
      },
    );

  test('3: a second statement, a hidden write and a write without leave are refused', async () => {
    const id = await addPostgres();
    for (const sql of [
      'select 1; drop table people',
      'with x as (delete from people returning *) select * from x',
      'select * into y from people',
      "copy people to program 'id'",
    ]) {
      const made = await house.call(interfaceAdd.database, {
        prefixId,
        code: house.word(),
        name: 'x',
        definition: definitions.database.parse({ target: { kind: 'database', databaseId: id, sql } }),
      });
      await expect(house.publish(made.id)).rejects.toThrow(/14020.*position/);
    }
    const write = { target: { kind: 'database', databaseId: id, mode: 'write', sql: "insert into people values (9, 'Z', 1)" } };
    expect((await tried('database', write, { write: true })).class).toBe('permission');
    expect((await house.ask(apiTest, { prefixId, definition: definitions.database.parse(write) })).code).toBe(10400);
    const writer = await addPostgres({ allowWrite: true });
    const done = await tried('database', { target: { ...write.target, databaseId: writer } }, { write: true });
    expect(dataOf(done.answer)).toEqual({ affected: 1 });
    const all = await tried(
      'database',
      { target: { ...write.target, databaseId: writer, maxRows: 2, sql: 'update people set pay = 0' } },
      { write: true },
    );
    expect(all.code).toBe(14322);
    expect((await pg.pool.query('select count(*)::int as n from people where pay = 0')).rows[0]).toEqual({ n: 0 });
  });

  test('4: a statement that runs too long is gone from the server', async () => {
    const id = await addPostgres();
    const late = await tried('database', {
      behaviour: { timeoutMs: 500 },
      target: { kind: 'database', databaseId: id, sql: 'select pg_sleep(60)' },
    });
    expect([late.class, late.code]).toEqual(['timeout', 14312]);
    const running = async (): Promise<number> =>
      (
        await pg.pool.query<{ n: number }>(
          "select count(*)::int as n from pg_stat_activity where state = 'active' and query like '%pg_sleep%' and pid <> pg_backend_pid()",
        )
      ).rows[0]!.n;
    await expect.poll(running).toBe(0);
  });

  test('a changed form of a stored database is tested with what is stored where nothing was entered, its password too', async () => {
    const id = await addPostgres();
    expect((await house.call(databaseTest, { id, draft: { poolMax: 3 } })).class).toBe('ok');
    // To another account the stored password does not go.
    expect((await house.call(databaseTest, { id, draft: { account: 'other' } })).class).toBe('signIn');
    // A new one begins with the defaults of the form.
    const fresh = await house.call(databaseTest, { draft: { host: '127.0.0.1', database: 'x', account: 'x', secret: 'x' } });
    expect([fresh.class, fresh.checks[0]?.step]).toEqual(['egress', 'address']);
  });

  test('20: a changed host takes the password away: nothing is sent to the new one', async () => {
    const id = await addPostgres();
    const row = await house.call(database.get, { id });
    const changed = await house.call(database.update, { id, version: row.version, port: sapPort });
    expect([row.hasSecret, changed.hasSecret]).toEqual([true, false]);
    const report = await house.call(databaseTest, { id });
    expect([report.ok, report.class, report.code, report.checks.at(-1)?.step]).toEqual([false, 'signIn', 14010, 'signIn']);
    // Who listens at the new address hears nothing.
    let heard = 0;
    const listener = createTcpServer((socket) => socket.on('error', () => {}).on('data', (piece) => (heard += piece.length)));
    listener.listen(spyPort, '127.0.0.1');
    await once(listener, 'listening');
    const there = await house.call(databaseTest, { id, draft: { port: spyPort } });
    expect([there.class, there.code, there.checks.map(({ step, class: how }) => [step, how])]).toEqual([
      'signIn',
      14010,
      [
        ['address', 'ok'],
        ['connect', 'ok'],
        ['signIn', 'signIn'],
      ],
    ]);
    await new Promise((resolve) => listener.close(resolve));
    expect(heard).toBe(0);
    expect(report.sentence).toContain('The secret is missing');
    const entered = await house.call(databaseTest, { id, draft: { port: door.port } });
    expect(entered.class).toBe('signIn');
    // What is entered and not saved says nothing of what is stored.
    const whole = await house.call(databaseTest, { id, draft: { port: door.port, secret: 'unasked', ca: certificates.ca } });
    expect([whole.class, (await house.call(database.get, { id })).lastTest?.class]).toEqual(['ok', 'signIn']);
  });
});

test.skipIf(noSoap !== undefined)(
  `5: SOAP${noSoap === undefined ? '' : ` (${noSoap})`}: a WSDL of PHP is read, its operations called in 1.1 and 1.2, a fault told`,
  async () => {
    for (const [version, file] of [
      ['1.1', 'stock.wsdl'],
      ['1.2', 'stock12.wsdl'],
    ] as const) {
      const { id } = await house.call(soap.add, {
        name: house.word(),
        wsdlUrl: `http://127.0.0.1:${php!.port}/${file}`,
        soapVersion: version,
        ownerDeptId,
      });
      expect((await house.call(soapTest, { id })).class).toBe('ok');
      const read = await house.call(soapRefresh, { id });
      expect(read.operations.map(({ name }) => name)).toEqual(['Find', 'Book']);
      const made = await house.call(soapInterfaces, { id, prefixId, names: ['Find', 'Book'], plan: false });
      expect([version, made.lines.map(({ action }) => action)]).toEqual([version, version === '1.1' ? ['add', 'add'] : ['same', 'same']]);
      const find = { params: [{ name: 'text', from: 'query' }], target: { kind: 'soap', soapId: id, operation: 'Find' } };
      const many = await tried('soap', find, { query: { text: 'a <b> & c' }, write: true });
      expect([version, dataOf(many.answer)]).toEqual([
        version,
        {
          item: [
            { no: 'A1', count: 3 },
            { no: 'B<2', count: 4 },
          ],
        },
      ]);
      const one = await tried('soap', find, { query: { text: 'one' }, write: true });
      expect(dataOf(one.answer)).toEqual({ item: [{ no: 'A1', count: 3 }] });
      const book = {
        methods: ['POST'],
        params: [
          { name: 'no', from: 'body' },
          { name: 'count', from: 'body', type: 'integer' },
        ],
        target: { kind: 'soap', soapId: id, operation: 'Book' },
      };
      expect(dataOf((await tried('soap', book, { body: '{"no":"A1","count":2}', write: true })).answer)).toEqual({ left: 1 });
      const fault = await tried('soap', book, { body: '{"no":"A1","count":9}', write: true });
      expect([version, fault.class]).toEqual([version, 'fault']);
      expect(fault.sentence).toContain('Only 3 of A1');
      if (version === '1.2') continue;
      // What was made of the operations is published as it is, and called.
      const drafts = (await house.call(apiInterface.list, { prefixId, kind: 'soap' })).list;
      expect(drafts.map(({ code }) => code).toSorted()).toEqual(['Book', 'Find']);
      const idOf = (code: string): string => drafts.find((row) => row.code === code)!.id;
      const [booking, finding] = [idOf('Book'), idOf('Find')];
      for (const one of [booking, finding]) await house.publish(one);
      const found = await house.call(apiTest, { id: finding, no: 1, body: '{"text":"one"}', write: true });
      expect(dataOf(found.answer)).toEqual({ item: [{ no: 'A1', count: 3 }] });
      const called = await house.call(apiTest, { id: booking, no: 1, body: '{"no":"A1","count":2}', write: true });
      expect(dataOf(called.answer)).toEqual({ left: 1 });
    }
  },
);

describe('Dubbo 2', () => {
  const call = (dubboId: string, method: string) => ({
    methods: ['POST'],
    params: [{ name: 'id', type: 'integer' }, { name: 'name' }],
    target: {
      kind: 'dubbo',
      dubboId,
      service: 'com.x.UserService',
      version: '1.0.0',
      method,
      args: [
        { type: 'long', param: 'id' },
        { type: 'java.lang.String', param: 'name' },
      ],
    },
  });
  const query = { id: '7', name: '张三' };

  test('a provider of another codec is called directly, and what it throws is told', async () => {
    const { id } = await house.call(dubbo.add, { name: house.word(), addresses: [`127.0.0.1:${provider.port}`], ownerDeptId });
    expect((await house.call(dubboTest, { id })).class).toBe('ok');
    const good = await tried('dubbo', call(id, 'getUser'), { query, write: true });
    expect(dataOf(good.answer)).toMatchObject({ method: 'getUser', types: ['long', 'java.lang.String'], first: 7, list: [1, 2, 'x'] });
    const boom = await tried('dubbo', call(id, 'boom'), { query, write: true });
    expect([boom.class, boom.sentence]).toEqual(['fault', 'The back end reported an error: com.x.Broken: no such user']);
  });

  test.skipIf(noZoo !== undefined)(
    `6: ${noZoo ?? 'through ZooKeeper'}: a provider that goes is left out, another takes over without a publish`,
    async () => {
      const { default: zookeeper } = await import('node-zookeeper-client');
      const base = '/dubbo/com.x.UserService/providers';
      /** Registers as a provider does: a node that is there for as long as who made it; answers how it goes. */
      const register = async (port: number): Promise<() => void> => {
        const client = zookeeper.createClient(`127.0.0.1:${zoo!.port}`) as ZooClient;
        await new Promise<void>((resolve) => {
          client.once('connected', resolve);
          client.connect();
        });
        const node = `${base}/${encodeURIComponent(`dubbo://127.0.0.1:${port}/com.x.UserService?version=1.0.0&methods=getUser,list`)}`;
        await new Promise<void>((resolve, reject) => client.mkdirp(base, (error) => (error ? reject(error) : resolve())));
        await new Promise<void>((resolve, reject) =>
          client.create(node, Buffer.from(''), ephemeral, (error) => (error ? reject(error) : resolve())),
        );
        return () => client.close();
      };
      const leave = await register(first.port);
      const { id } = await house.call(dubbo.add, {
        name: house.word(),
        mode: 'zookeeper',
        addresses: [`127.0.0.1:${zoo!.port}`],
        ownerDeptId,
      });
      expect((await house.call(dubboTest, { id })).class).toBe('ok');
      expect((await house.call(dubboBrowse, { id })).list.map(({ service }) => service)).toEqual(['com.x.UserService']);
      expect((await house.call(dubboBrowse, { id, service: 'com.x.UserService' })).list).toMatchObject([
        { version: '1.0.0', methods: ['getUser', 'list'] },
      ]);
      const definition = definitions.dubbo.parse(call(id, 'getUser'));
      const made = await house.call(interfaceAdd.dubbo, { prefixId, code: house.word(), name: 'User', definition });
      await house.publish(made.id);
      const asked = () => house.call(apiTest, { id: made.id, no: 1, query, write: true });
      const ask = async () => dataOf((await asked()).answer);
      expect(await ask()).toBe('first');
      leave();
      await expect.poll(async () => (await house.call(dubboBrowse, { id, service: 'com.x.UserService' })).list).toEqual([]);
      expect((await asked()).class).not.toBe('ok');
      const leaveToo = await register(second.port);
      await expect.poll(ask).toBe('second');
      leaveToo();
    },
  );
});

/** A node that is there for as long as the session of who made it. */
const ephemeral = 1;

interface ZooClient {
  once(event: 'connected', listener: () => void): void;
  connect(): void;
  close(): void;
  mkdirp(path: string, callback: (error: Error | null) => void): void;
  create(path: string, data: Buffer, mode: number, callback: (error: Error | null) => void): void;
}

test('7: SAP in the documented shapes: function modules with tables and RETURN, OData with its token, pages and dates', async () => {
  const place = { host: '127.0.0.1', port: sapPort, https: false, client: '100', account: 'rfc', secret: 'sap-secret', ownerDeptId };
  const rfc = await house.call(sap.add, { name: house.word(), ...place });
  expect((await house.call(sapTest, { id: rfc.id })).class).toBe('ok');
  const module_ = (functionName: string) => ({
    methods: ['POST'],
    params: [
      { name: 'MATNR', from: 'body' },
      { name: 'ITEMS', from: 'body', type: 'array' },
    ],
    target: { kind: 'sap', sapId: rfc.id, functionName },
  });
  const good = await tried('sap', module_('/BIC/GET'), { body: '{"MATNR":"A&B","ITEMS":[{"QTY":1},{"QTY":2}]}', write: true });
  expect(dataOf(good.answer)).toEqual({ ET_DATA: [{ MATNR: 'A&B', LAEDA: null, ROWS: '2' }], RETURN: [{ TYPE: 'S', MESSAGE: 'done' }] });
  const bad = await tried('sap', module_('FAILS'), { body: '{}', write: true });
  expect([bad.class, bad.sentence]).toEqual(['fault', 'The back end reported an error: M3 305: Material missing']);
  expect(JSON.stringify(bad)).not.toContain('sap-secret');
  const odata = await house.call(sap.add, { name: house.word(), ...place, mode: 'odata', path: '/odata' });
  expect((await house.call(sapBrowse, { id: odata.id })).list).toEqual([
    { name: 'Orders', detail: 'X.Order', keys: ['Id'], fields: ['Id', 'State'].map((name) => ({ name, type: 'Edm.String' })) },
  ]);
  const made = await house.call(sapInterfaces, { id: odata.id, prefixId, names: ['Orders'], plan: false });
  expect(made.lines.map(({ path: where, action }) => [where.split('/')[1], action])).toEqual([
    ['Orders', 'add'],
    ['Orders-one', 'add'],
  ]);
  expect((await house.ask(sapInterfaces, { id: odata.id, prefixId, names: ['Nothing'] })).code).toBe(14041);
  const list = await tried(
    'sap',
    {
      params: [{ name: 'state' }],
      target: { kind: 'sap', sapId: odata.id, entitySet: 'Orders', filters: [{ field: 'State', op: 'eq', param: 'state' }] },
    },
    { query: { state: "o'pen" } },
  );
  expect(dataOf(list.answer)).toEqual([{ Id: '1', At: '2023-11-14T22:13:20.000Z', Filter: "State eq 'o''pen'" }, { Id: '2' }]);
  const create = {
    methods: ['POST'],
    params: [{ name: 'Id', from: 'body' }],
    target: { kind: 'sap', sapId: odata.id, entitySet: 'Orders', verb: 'create' },
  };
  expect(dataOf((await tried('sap', create, { body: '{"Id":"9"}', write: true })).answer)).toEqual({ Id: '9' });
  expect([csrf.fetched, csrf.written]).toEqual([2, ['{"Id":"9"}']]);
});

const metadata = `<?xml version="1.0"?><edmx:Edmx xmlns:edmx="http://schemas.microsoft.com/ado/2007/06/edmx"><edmx:DataServices><Schema Namespace="X">
  <EntityType Name="Order"><Key><PropertyRef Name="Id"/></Key><Property Name="Id" Type="Edm.String"/><Property Name="State" Type="Edm.String"/></EntityType>
  <EntityContainer Name="C"><EntitySet Name="Orders" EntityType="X.Order"/></EntityContainer></Schema></edmx:DataServices></edmx:Edmx>`;

/** A stand-in with the shapes that SAP documents: SOAP RFC below /sap, OData 2 below /odata; its first token is too old. */
function startSap(): Server {
  return createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://sap');
      const json = (value: unknown, headers: Record<string, string> = {}): void =>
        void response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
      if (request.headers.authorization !== `Basic ${Buffer.from('rfc:sap-secret').toString('base64')}`)
        return void response.writeHead(401).end();
      if (url.pathname.startsWith('/sap')) return void response.writeHead(200, { 'content-type': 'text/xml' }).end(rfcAnswer(body));
      if (url.pathname === '/odata/$metadata') return void response.end(metadata);
      if (request.headers['x-csrf-token'] === 'Fetch')
        return json({}, { 'x-csrf-token': `t${(csrf.fetched += 1)}`, 'set-cookie': 'SAP_SESSION=1; path=/' });
      if (request.method === 'POST') {
        if (request.headers['x-csrf-token'] !== 't2' || request.headers.cookie !== 'SAP_SESSION=1')
          return void response.writeHead(403, { 'x-csrf-token': 'Required' }).end('{}');
        csrf.written.push(body);
        return void response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ d: JSON.parse(body) }));
      }
      if (url.searchParams.has('next')) return json({ d: { results: [{ __metadata: {}, Id: '2' }] } });
      const first = { __metadata: {}, Id: '1', At: '/Date(1700000000000)/', Filter: url.searchParams.get('$filter') };
      return json({ d: { results: [first], __next: `http://127.0.0.1:${sapPort}/odata/Orders?next=1` } });
    });
  }).listen(0, '127.0.0.1');
}

function rfcAnswer(body: string): string {
  const envelope = (inner: string): string =>
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${inner}</e:Body></e:Envelope>`;
  if (body.includes('FAILS'))
    return envelope(
      '<n:FAILS.Response xmlns:n="urn:sap-com:document:sap:rfc:functions"><RETURN><item><TYPE>E</TYPE><ID>M3</ID><NUMBER>305</NUMBER><MESSAGE>Material missing</MESSAGE></item></RETURN></n:FAILS.Response>',
    );
  const material = /<MATNR>(.*?)<\/MATNR>/.exec(body)?.[1] ?? '';
  const rows = body.split('<item>').length - 1;
  return envelope(
    `<n:_-BIC_-GET.Response xmlns:n="urn:sap-com:document:sap:rfc:functions"><ET_DATA><item><MATNR>${material}</MATNR><LAEDA>0000-00-00</LAEDA><ROWS>${rows}</ROWS></item></ET_DATA><RETURN><item><TYPE>S</TYPE><MESSAGE>done</MESSAGE></item></RETURN></n:_-BIC_-GET.Response>`,
  );
}
