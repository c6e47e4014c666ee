import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#kit/testing/test-database.ts';
import { migrate, type MigrationSource } from '#platform/database/migrate.ts';
import { type Database, openDatabase } from '#platform/database/open-database.ts';
import { backUp, type BackupSettings } from './backup.ts';
import { restore } from './restore.ts';

const TABLES = ['department', 'employee', 'event', 'measure', 'seeded', 'doubled'];
const KEY = randomBytes(32).toString('hex');
const passphrase = 'correct horse battery';

const SCHEMA = `
create table department (id int primary key, path ltree not null, head_id int);
create table employee (id int generated always as identity primary key, department_id int not null references department, name text,
  extra jsonb, photo bytea, upper_name text generated always as (upper(name)) stored);
alter table department add constraint head_fk foreign key (head_id) references employee on delete set null;
create table event (id bigint generated always as identity, at timestamptz not null, text text, primary key (id, at)) partition by range (at);
create table measure (id serial primary key, spent interval, ratio double precision, amount numeric, tags text[]);
create table seeded (id int primary key, word text);
insert into seeded values (1, 'from the migration');
create table session (id int primary key, employee_id int);
create table session_key (id int primary key, session_id int references session on delete cascade);
create table doubled (id int);
create function double_it() returns trigger language plpgsql as $$ begin new.id := new.id * 2; return new; end $$;
create trigger double_it before insert on doubled for each row execute function double_it();
`;

const DATA = `
create table event_2026_01 partition of event for values from ('2026-01-01Z') to ('2026-02-01Z');
insert into department values (1, 'a', null), (2, 'a.b', null);
insert into employee (department_id, name, extra, photo) select 1 + g % 2, '张三' || g || E'\\t\\\\N\\n"', jsonb_build_object('n', g, 's', E'\\u00e9'), decode(md5(g::text), 'hex') from generate_series(1, 20000) g;
insert into employee (department_id) values (1);
update department set head_id = 7;
insert into event (at, text) select '2026-01-05 10:00:00.123456Z'::timestamptz + g * interval '1 minute', repeat('x', g) from generate_series(1, 300) g;
insert into measure (spent, ratio, amount, tags) values ('-1 day 02:03:04.5', 0.1::float8 + 0.2::float8, 1e30, '{a,NULL,"b c"}'), (null, 'Infinity', 'NaN', null);
update seeded set word = 'changed';
insert into session values (1, 7);
insert into session_key values (1, 1);
insert into doubled values (21);
`;

let root = '';
let sources: MigrationSource[] = [];
let source: BackupSettings;
let archive = '';
let written: Awaited<ReturnType<typeof backUp>>;
let sums: Record<string, string> = {};
let noted = 0;

function settingsOf(name: string): BackupSettings {
  const dataDir = path.join(root, name);
  return { dataDir, fileStore: path.join(dataDir, 'files'), keyFile: path.join(dataDir, 'master.key') };
}

async function sumsOf(database: Database): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const table of TABLES) {
    const { rows } = await database.pool.query<{ sum: string }>(
      `select count(*) || ' ' || md5(string_agg(t::text, '|' order by t::text)) as sum from ${table} t`,
    );
    all[table] = rows[0]?.sum ?? '';
  }
  return all;
}

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'backup-'));
  chmodSync(root, 0o755);
  const folder = path.join(root, 'migrations');
  mkdirSync(folder);
  writeFileSync(path.join(folder, '0001-tables.sql'), SCHEMA);
  sources = [
    { module: 'platform', folder: path.join(import.meta.dirname, '../migrations') },
    { module: 'area', folder },
  ];
  source = settingsOf('source');
  archive = path.join(root, 'archive');
  const database = await openDatabase({ dataDir: source.dataDir });
  await migrate(database.pool, sources);
  await database.pool.query(DATA);
  mkdirSync(path.join(source.fileStore, 'ab/cd'), { recursive: true });
  writeFileSync(path.join(source.fileStore, 'ab/cd/large'), randomBytes(3_000_000));
  writeFileSync(path.join(source.fileStore, 'ab/empty'), '');
  writeFileSync(source.keyFile, `${KEY}\n`, { mode: 0o600 });
  // The server runs and is used through its socket, as while the product serves.
  written = await backUp(source, archive, passphrase);
  sums = await sumsOf(database);
  noted = Number((await database.pool.query('select backed_up_at from installation')).rows[0]?.backed_up_at);
  await database.close();
}, 60_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function expectRestored(database: Database, settings: BackupSettings): Promise<void> {
  expect(await sumsOf(database)).toEqual(sums);
  const { rows } = await database.pool.query(
    'select (select count(*) from session) as sessions, (select count(*) from session_key) as keys, restored_at is not null as marked from installation',
  );
  expect(rows).toEqual([{ sessions: 0, keys: 0, marked: true }]);
  // Identities go on, triggers and foreign keys work again.
  const { rows: added } = await database.pool.query(
    "insert into employee (department_id, name) values (1, 'new') returning id, upper_name",
  );
  expect(added).toEqual([{ id: 20_002, upper_name: 'NEW' }]);
  expect((await database.pool.query('insert into doubled values (4) returning id')).rows).toEqual([{ id: 8 }]);
  await expect(database.pool.query('insert into employee (department_id) values (99)')).rejects.toThrow('foreign key');
  for (const name of ['ab/cd/large', 'ab/empty']) {
    expect(readFileSync(path.join(settings.fileStore, name)).equals(readFileSync(path.join(source.fileStore, name)))).toBe(true);
  }
  expect(readFileSync(settings.keyFile, 'utf8').split('\n')[0]).toBe(KEY);
  expect(statSync(settings.keyFile).mode & 0o777).toBe(0o600);
}

test('a backup of a running server tells what it holds, and is noted there', () => {
  expect(Math.abs(noted - Date.now())).toBeLessThan(600_000);
  expect(written).toMatchObject({ files: 2, bytes: 3_000_000, rows: { employee: 20_001, session: 1 } });
});

test('embedded to embedded: rows, sequences, partitions, files and key are the same, sessions are void', async () => {
  const settings = settingsOf('second');
  const noted: unknown[] = [];
  // In the transaction that fills the database: nobody else sees it before it has ended.
  const note = async (client: PoolClient): Promise<void> =>
    void noted.push(...(await client.query('select pg_current_xact_id_if_assigned() is not null as inside')).rows);
  await restore({ settings, sources, file: archive, passphrase, note });
  expect(noted).toEqual([{ inside: true }]);
  const database = await openDatabase({ dataDir: settings.dataDir });
  await migrate(database.pool, sources);
  await expectRestored(database, settings);
  await database.close();
  await expect(restore({ settings, sources, file: archive, passphrase })).rejects.toThrow('already holds files');
});

test('embedded to a PostgreSQL and on from there', async () => {
  const [first, second] = [await testDatabase([]), await testDatabase([])];
  const url = (database: Database) =>
    `postgres://wheelhouse@localhost/${database.config.database}?host=${encodeURIComponent(database.config.host ?? '')}`;
  const settings = { ...settingsOf('third'), databaseUrl: url(first) };
  await restore({ settings, sources, file: archive, passphrase });
  const again = path.join(root, 'again');
  await backUp(settings, again, 'other');
  await expectRestored(first, settings);
  const fourth = { ...settingsOf('fourth'), databaseUrl: url(second) };
  await restore({ settings: fourth, sources, file: again, passphrase: 'other' });
  await expectRestored(second, fourth);
  expect(readFileSync(fourth.keyFile, 'utf8')).toBe(`${KEY}\n`);
  await first.close();
  await second.close();
});

test('a cut, altered or foreign archive, or a wrong passphrase, is refused before anything is written', async () => {
  const settings = settingsOf('refused');
  const bad = path.join(root, 'bad');
  const attempt = async (data: Buffer, word = passphrase) => {
    writeFileSync(bad, data);
    await expect(restore({ settings, sources, file: bad, passphrase: word })).rejects.toThrow(
      /^The (archive is|passphrase is not|file is not)/,
    );
    expect(existsSync(settings.dataDir)).toBe(false);
  };
  const good = readFileSync(archive);
  const altered = Buffer.from(good);
  altered.writeUInt8((altered.at(-30_000) ?? 0) ^ 4, altered.length - 30_000);
  for (const data of [altered, good.subarray(0, -1), good.subarray(0, good.length / 2), Buffer.from('other'), Buffer.alloc(0)])
    await attempt(data);
  await attempt(good, 'wrong');
});

test('neither rows nor keys can be read in the archive, and only its owner may read it', () => {
  const bytes = readFileSync(archive);
  for (const secret of [KEY, 'employee', '张三']) expect(bytes.includes(secret)).toBe(false);
  expect(statSync(archive).mode & 0o777).toBe(0o600);
});

test('a database that is not empty is left as it is', async () => {
  const database = await testDatabase(sources);
  const databaseUrl = `postgres://wheelhouse@localhost/${database.config.database}?host=${encodeURIComponent(database.config.host ?? '')}`;
  await expect(restore({ settings: { ...settingsOf('full'), databaseUrl }, sources, file: archive, passphrase })).rejects.toThrow(
    'is not empty',
  );
  expect((await database.pool.query('select word from seeded')).rows).toEqual([{ word: 'from the migration' }]);
  await database.close();
});

test('a restore that was cut off blocks the start and can be run again', async () => {
  const database = await testDatabase([]);
  const databaseUrl = `postgres://wheelhouse@localhost/${database.config.database}?host=${encodeURIComponent(database.config.host ?? '')}`;
  const settings = { ...settingsOf('cut'), databaseUrl };
  await database.pool.query('create table restore_unfinished ()');
  await expect(migrate(database.pool, sources)).rejects.toThrow('was cut off: run it again');
  await restore({ settings, sources, file: archive, passphrase });
  await migrate(database.pool, sources);
  await expectRestored(database, settings);
  await database.close();
});

test('an archive of a newer version and a different MASTER_KEY are refused', async () => {
  const settings = settingsOf('older');
  await expect(restore({ settings, sources: sources.slice(0, 1), file: archive, passphrase })).rejects.toThrow(
    'has the migration area/0001-tables.sql',
  );
  const other = { ...settings, masterKey: randomBytes(32).toString('hex') };
  await expect(restore({ settings: other, sources, file: archive, passphrase })).rejects.toThrow('MASTER_KEY is set and lacks the key');
  expect(existsSync(settings.dataDir)).toBe(false);
});

test('an existing file is never overwritten, an interrupted backup leaves nothing', async () => {
  await expect(backUp(source, archive, passphrase)).rejects.toThrow('exists already');
  const empty = path.join(root, 'nothing');
  await expect(backUp(settingsOf('absent'), empty, passphrase)).rejects.toThrow('holds no database');
  expect(readdirSync(root).filter((name) => name.startsWith('nothing'))).toEqual([]);
});
