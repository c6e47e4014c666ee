import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '#kit/testing/test-database.ts';
import { migrate, type MigrationSource } from './migrate.ts';
import type { Database } from './open-database.ts';

let root = '';
let database: Database;
let sources: MigrationSource[] = [];

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'migrate-'));
});
afterAll(() => rmSync(root, { recursive: true }));

beforeEach(async () => {
  database = await testDatabase([]);
  const folder = mkdtempSync(path.join(root, 'case-'));
  sources = ['base', 'area'].map((module) => ({ module, folder: path.join(folder, module) }));
  for (const source of sources) mkdirSync(source.folder);
});
afterEach(async () => database.close());

function put(module: string, name: string, sql: string): void {
  const source = sources.find((one) => one.module === module);
  writeFileSync(path.join(source?.folder ?? '', name), sql);
}

async function applied(): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    "select module || '/' || name as id from schema_migration order by applied_at",
  );
  return rows.map((row) => row.id);
}

test('applies by source, then by name, and once', async () => {
  put('area', '0001-first.sql', 'create table second_table (id int references first_table)');
  put('base', '0002-more.sql', 'alter table first_table add name text');
  put('base', '0001-first.sql', 'create table first_table (id int primary key); create table other (id int)');
  const told: string[] = [];
  await migrate(database.pool, sources, (sentence) => told.push(sentence));
  await migrate(database.pool, sources, (sentence) => told.push(sentence));
  expect(await applied()).toEqual(['base/0001-first.sql', 'base/0002-more.sql', 'area/0001-first.sql']);
  expect(told).toHaveLength(3);
});

test('extensions are there before the first file', async () => {
  put(
    'base',
    '0001-first.sql',
    "create table place (path ltree, name text); create index on place using gin (name gin_trgm_ops); insert into place values ('a.b', '张三丰')",
  );
  await migrate(database.pool, sources);
  const { rows } = await database.pool.query<{ found: number; grams: number }>(
    "select count(*) as found, max(cardinality(show_trgm(name))) as grams from place where path <@ 'a'",
  );
  expect(rows).toEqual([{ found: 1, grams: 4 }]);
});

test('an applied file that was edited stops the start and is named', async () => {
  put('base', '0001-first.sql', 'create table t (id int)');
  await migrate(database.pool, sources);
  put('base', '0001-first.sql', 'create table t (id bigint)');
  await expect(migrate(database.pool, sources)).rejects.toThrow('The migration base/0001-first.sql was edited');
});

test('other line ends are no edit', async () => {
  put('base', '0001-first.sql', 'create table t\n(id int);\n');
  await migrate(database.pool, sources);
  put('base', '0001-first.sql', 'create table t\r\n(id int);\r\n');
  await migrate(database.pool, sources);
  expect(await applied()).toEqual(['base/0001-first.sql']);
});

test('an applied file that is missing stops the start and is named', async () => {
  put('base', '0001-first.sql', 'create table t (id int)');
  await migrate(database.pool, sources);
  await expect(migrate(database.pool, [])).rejects.toThrow('the migration base/0001-first.sql, which this version lacks');
});

test('a failing file is undone as a whole, those before it stay', async () => {
  put('base', '0001-first.sql', 'create table t (id int)');
  put('base', '0002-broken.sql', 'create table u (id int); insert into nowhere values (1)');
  await expect(migrate(database.pool, sources)).rejects.toThrow(
    'base/0002-broken.sql failed and was undone: relation "nowhere" does not exist',
  );
  expect(await applied()).toEqual(['base/0001-first.sql']);
  const { rows } = await database.pool.query("select from pg_tables where tablename = 'u'");
  expect(rows).toHaveLength(0);
});

test('several starts at once apply each file once', async () => {
  put('base', '0001-first.sql', 'create table t (id int); select pg_sleep(0.05)');
  put('base', '0002-next.sql', 'create table u (id int)');
  await Promise.all(Array.from({ length: 4 }, async () => migrate(database.pool, sources)));
  expect(await applied()).toEqual(['base/0001-first.sql', 'base/0002-next.sql']);
});

test('a name out of the pattern is refused', async () => {
  put('base', 'first.sql', 'select 1');
  await expect(migrate(database.pool, sources)).rejects.toThrow('base/first.sql must be named like');
});
