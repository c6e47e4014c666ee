import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { testDatabase } from '#kit/testing/test-database.ts';
import { sqlSourceConfig, type SqlSourceConfig } from '../../../common/config/sql.ts';
import { makeCertificates, type Certificates } from '../../../../../../tests/peers/certificates.ts';
import { freePort } from '../../../../../../tests/peers/free-port.ts';
import { startMariaDb, whyNoMariaDb, type MariaDb } from '../../../../../../tests/peers/mariadb.ts';
import { startPostgresDoor } from '../../../../../../tests/peers/postgres-door.ts';
import { SourceFailure, type ConnectorHouse, type OpenSource, type ReadRequest } from '../connector.ts';
import { connectorHouse, gather, type Gathered } from '../testing/connector-test-app.ts';
import { isOneSelect } from './query.ts';
import { isPast, sqlConnectorWith } from './sql-source.ts';

const fine = [
  'select * from people',
  'SELECT a FROM b; ',
  '(select 1) union (select 2)',
  'with t as (select 1) select * from t',
  "select 'insert; delete' as a, ';' from b -- update\n",
  'select t.update, replace(a, 1, 2) from t',
  'select a from b where c::text > :mark /* into */',
];
const wrong = [
  '',
  'delete from people',
  'select 1; drop table people',
  'select 1; select 2',
  'with gone as (delete from people returning *) select * from gone',
  'with a as (update people set name = 1 returning *) select 1',
  'select * into copy from people',
  'select * from people for update',
  'select 1 -- ;\n; delete from people',
  "select 'open",
  'select 1 /* open',
];
test.each(fine)('%j is one SELECT', (query) =>
  expect([isOneSelect(query, 'postgresql'), isOneSelect(query, 'mysql')]).toEqual([true, true]),
);
test.each(wrong)('%j is not', (query) => expect([isOneSelect(query, 'postgresql'), isOneSelect(query, 'mysql')]).toEqual([false, false]));
test('what only one of the two understands', () => {
  expect(isOneSelect('select $$;drop table x$$', 'postgresql')).toBe(true);
  expect(isOneSelect("select '\\'; drop table x; -- '", 'postgresql')).toBe(false);
  expect(isOneSelect("select E'\\'; drop table x; -- '", 'postgresql')).toBe(true);
  expect(isOneSelect("select '\\'; drop table x; -- '", 'mysql')).toBe(true);
  expect(isOneSelect('select 1 # ; delete', 'mysql')).toBe(true);
  expect(isOneSelect('select 1 /*! into outfile "/tmp/x" */', 'mysql')).toBe(false);
  expect(isOneSelect('select 1 where a = ?', 'mysql')).toBe(false);
  expect(isOneSelect('select 1 where a = $1', 'postgresql')).toBe(false);
});
test('marks are compared as what they are', () => {
  expect([isPast('10', '9'), isPast('9007199254740993', '9007199254740992'), isPast('1.5', '1.25')]).toEqual([true, true, true]);
  expect([isPast('2026-01-02 00:00:00.1', '2026-01-02 00:00:00'), isPast('2026-01-02 00:00:00.12', '2026-01-02 00:00:00.1')]).toEqual([
    true,
    true,
  ]);
});

/** A database that is started and may be read. */
interface Peer {
  readonly config: Pick<SqlSourceConfig, 'database' | 'port' | 'name' | 'user' | 'ca'>;
  readonly password: string;
  run(sql: string): Promise<void>;
  /** Statement that waits that many seconds. */
  sleep(seconds: number): string;
  /** A SELECT that writes, as no look at its text can tell. */
  readonly writes: string;
  /** How many statements of ours run there that wait. */
  waiting(): Promise<number>;
  stop(): Promise<void>;
}

const people = 5_000;
const tables = (moment: string, seconds: (n: string) => string, series: string): string => `
  create table department (id int primary key, parent_id int, name varchar(100));
  insert into department values (1, null, 'Head'), (2, 1, '営業'), (3, 1, 'R&D');
  create table person (id bigint primary key, account varchar(64), name varchar(100), department_id int, active boolean, photo ${moment === 'timestamptz' ? 'bytea' : 'blob'}, changed ${moment});
  insert into person select n, concat('p', n), concat('人 ', n), 2 + n % 2, true, null, ${seconds('n')} from ${series};
  create table removed (id bigint, kind varchar(20), changed ${moment});
`;

async function startPostgres(): Promise<Peer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-sql-'));
  const certificates: Certificates = makeCertificates(folder, { for: 'DNS:localhost' });
  const database = await testDatabase([]);
  const address = inject('testServer');
  const door = await startPostgresDoor(address, certificates);
  const run = async (sql: string): Promise<void> => void (await database.pool.query(sql));
  await run(
    tables('timestamptz', (n) => `timestamptz '2026-01-01 00:00:00+00' + ${n} * interval '1 second'`, `generate_series(1, ${people}) n`),
  );
  await run('create function hire() returns int language sql as $$ insert into person (id) values (0) returning 1 $$');
  return {
    config: {
      database: 'postgresql',
      port: door.port,
      name: String(database.config.database),
      user: String(database.config.user),
      ca: certificates.ca,
    },
    password: typeof database.config.password === 'string' ? database.config.password : '',
    run,
    writes: 'select hire() as id',
    sleep: (seconds) => `pg_sleep(${seconds})::text`,
    waiting: async () => {
      const { rows } = await database.pool.query<{ n: number }>(
        "select count(*)::int as n from pg_stat_activity where datname = current_database() and state = 'active' and query like '%fetch%' and pid <> pg_backend_pid()",
      );
      return rows[0]!.n;
    },
    stop: async () => {
      await door.stop();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startMaria(): Promise<Peer> {
  const maria: MariaDb = await startMariaDb(
    tables('datetime(6)', (n) => `timestamp '2026-01-01 00:00:00' + interval ${n} second`, `(select seq as n from seq_1_to_${people}) s`),
  );
  maria.run('delimiter |\ncreate function hire() returns int modifies sql data begin insert into person (id) values (0); return 1; end|\n');
  return {
    config: { database: 'mysql', port: maria.port, name: maria.name, user: maria.user, ca: maria.ca },
    password: maria.password,
    run: async (sql) => maria.run(sql),
    writes: 'select hire() as id',
    sleep: (seconds) => `sleep(${seconds})`,
    waiting: async () => {
      maria.run(
        'create or replace table seen as select count(*) as n from information_schema.processlist where info like "%sleep(%" and user = "reader"',
      );
      const { people: rows } = await gather(sqlConnectorWith({ statementMs: 5_000, rows: 10 }), {
        house: await house(maria.port),
        source: sourceOf(
          { config: { database: 'mysql', port: maria.port, name: maria.name, user: maria.user, ca: maria.ca }, password: maria.password },
          { peopleQuery: 'select n from seen' },
        ),
      });
      return Number(rows[0]!.values['n']);
    },
    stop: () => maria.stop(),
  };
}

const houses: (ConnectorHouse & { close(): Promise<void> })[] = [];
async function house(port: number): Promise<ConnectorHouse> {
  const made = await connectorHouse([`127.0.0.1:${port}`, `[::1]:${port}`]);
  houses.push(made);
  return made;
}
afterAll(async () => {
  await Promise.all(houses.map((one) => one.close()));
});

const sourceOf = (peer: Pick<Peer, 'config' | 'password'>, more: Partial<SqlSourceConfig> = {}): OpenSource<SqlSourceConfig> => ({
  code: 'hr',
  config: sqlSourceConfig.parse({ host: 'localhost', tls: true, peopleQuery: 'select * from person', ...peer.config, ...more }),
  secrets: { password: peer.password },
});

/** What must hold for each of them. */
function trials(start: () => Promise<Peer>): void {
  const connector = sqlConnectorWith({ statementMs: 60_000, rows: 2_000 });
  let peer: Peer;
  let own: ConnectorHouse;
  beforeAll(async () => {
    peer = await start();
    own = await house(peer.config.port);
  });
  afterAll(async () => {
    await peer?.stop();
  });
  const read = (more: Partial<SqlSourceConfig> = {}, request: Partial<ReadRequest> = {}): Promise<Gathered> =>
    gather(connector, { house: own, source: sourceOf(peer, more) }, request);
  const failureOf = ({ error, end }: Gathered): string => {
    expect(end).toBeUndefined();
    expect(error).toBeInstanceOf(SourceFailure);
    return error instanceof SourceFailure ? error.category : '';
  };

  test('everybody and the departments, over TLS, each value as it is kept there', async () => {
    await peer.run("update person set photo = 'abc' where id = 1");
    const all = await read({
      peopleQuery: 'select * from person order by id',
      departmentsQuery: 'select * from department order by id',
      markColumn: 'changed',
    });
    expect(all.error).toBeUndefined();
    expect(all.departments.map(({ values }) => [values['id'], values['parent_id'], values['name']])).toEqual([
      [1, null, 'Head'],
      [2, 1, '営業'],
      [3, 1, 'R&D'],
    ]);
    expect(all.people).toHaveLength(people);
    expect(all.people[0]).toMatchObject({ line: 1, values: { account: 'p1', name: '人 1', department_id: 3, photo: Buffer.from('abc') } });
    expect(all.people.at(-1)!.line).toBe(people);
    expect(String(all.people[0]!.values['changed'])).toMatch(/^2026-01-01 00:00:01/);
    const sample = await read({ departmentsQuery: 'select * from department' }, { mode: 'sample', limit: 2 });
    expect([sample.people.length, sample.departments.length]).toEqual([2, 2]);
  });

  test.each([
    ['picked around the query', { peopleQuery: 'select id, account, changed from person -- all\n' }],
    ['named in the query', { peopleQuery: 'select id, account, changed from person where changed >= :mark', firstMark: '1970-01-01' }],
  ])('only rows past the mark are read the next time: %s', async (_how, more) => {
    const marked = {
      ...more,
      markColumn: 'CHANGED',
      removedQuery: 'select id, kind as "of" from removed where changed >= :mark'.replaceAll(
        '"',
        peer.config.database === 'mysql' ? '`' : '"',
      ),
    };
    const full = await read(marked);
    expect([full.error, full.people.length, full.gone]).toEqual([undefined, people, []]);
    await peer.run(`update person set changed = '2026-06-01 10:00:00.123456' where id = 7`);
    await peer.run(`insert into removed values (9, 'employee', '2026-06-01 10:00:00'), (3, 'department', '2026-06-01 10:00:00')`);
    const changed = await read(marked, { mode: 'incremental', cursor: full.end!.cursor });
    expect(changed.error).toBeUndefined();
    // The last one of before is read again: another may have come in the same moment.
    expect(new Set(changed.people.map(({ values }) => values['account']))).toEqual(new Set([`p${people}`, 'p7']));
    expect(changed.people).toHaveLength(2);
    expect(changed.gone).toEqual([
      { of: 'employee', id: '9' },
      { of: 'department', id: '3' },
    ]);
    const none = await read(marked, { mode: 'incremental', cursor: changed.end!.cursor });
    expect(none.people.map(({ values }) => values['account'])).toEqual(['p7']);
    const lost = await read(marked, { mode: 'incremental', cursor: '{"column":"other","mark":"1"}' });
    expect([lost.people.length, lost.end?.whole]).toEqual([people, true]);
    await peer.run(`update person set changed = '2026-01-01 00:00:07' where id = 7`);
    await peer.run('delete from removed');
  });

  test('nothing is written, whatever the query says; a second statement is refused before it is sent', async () => {
    expect(failureOf(await read({ peopleQuery: 'select 1; drop table person' }))).toBe('syntax');
    expect(failureOf(await read({ peopleQuery: 'with gone as (delete from person returning *) select * from gone' }))).toBe('syntax');
    expect(failureOf(await read({ peopleQuery: 'select * from nowhere' }))).toBe('syntax');
    expect(failureOf(await read({ markColumn: 'nothing' }))).toBe('syntax');
    const hidden = await read({ peopleQuery: peer.writes });
    expect(failureOf(hidden), String(hidden.error)).toBe('permission');
    expect((await read({ peopleQuery: 'select count(*) as n from person' })).people[0]!.values['n']).toEqual(expect.anything());
  });

  test('a statement that runs too long is ended by the database; who gives up ends it there too', async () => {
    const short = sqlConnectorWith({ statementMs: 300, rows: 100 });
    const sleeping = { peopleQuery: `select ${peer.sleep(30)} as id` };
    expect(failureOf(await gather(short, { house: own, source: sourceOf(peer, sleeping) }))).toBe('timeout');
    const giveUp = new AbortController();
    const reading = gather(connector, { house: own, source: sourceOf(peer, sleeping) }, { signal: giveUp.signal });
    await expect.poll(() => peer.waiting()).toBe(1);
    giveUp.abort(new Error('cancelled by hand'));
    expect(String((await reading).error)).toContain('cancelled by hand');
    await expect.poll(() => peer.waiting()).toBe(0);
  });

  test('a test goes step by step and ends with what fails', async () => {
    const steps = async (source: OpenSource<SqlSourceConfig>): Promise<string[]> =>
      (await connector.test(own, source, new AbortController().signal)).map(({ step, ok, category }) => `${step} ${ok ? 'ok' : category}`);
    expect(await steps(sourceOf(peer))).toEqual(['resolve ok', 'connect ok', 'signIn ok', 'read ok']);
    expect(await steps(sourceOf(peer, { ca: '' }))).toEqual(['resolve ok', 'connect ok', 'tls tls']);
    expect(await steps(sourceOf(peer, { peopleQuery: 'select * from person where id < 0' }))).toEqual([
      'resolve ok',
      'connect ok',
      'signIn ok',
      'read empty',
    ]);
    expect(await steps(sourceOf(peer, { port: await freePort() }))).toEqual(['resolve denied']);
    // The embedded PostgreSQL asks for no password.
    if (peer.password !== '')
      expect(await steps({ ...sourceOf(peer), secrets: { password: 'wrong' } })).toEqual(['resolve ok', 'connect ok', 'signIn auth']);
    const elsewhere = await steps(sourceOf(peer, { name: 'nowhere' }));
    expect(elsewhere.slice(0, 2)).toEqual(['resolve ok', 'connect ok']);
    expect(elsewhere[2]).toMatch(/^signIn (?:empty|permission)$/);
  });
}

describe('PostgreSQL', () => void trials(startPostgres));
const noMaria = whyNoMariaDb();
describe.skipIf(noMaria !== undefined)(`MariaDB${noMaria ? ` (not run: ${noMaria})` : ''}`, () => void trials(startMaria));
