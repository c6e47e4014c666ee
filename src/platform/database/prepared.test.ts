import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { isDatabaseAway } from './away.ts';
import { connectDatabase, type Database } from './open-database.ts';
import { preparedMark } from './prepared.ts';

/** One connection, so that what it keeps can be looked at. */
function oneConnection(answerMillis?: number): Database {
  const options = { poolSize: 1, ...(answerMillis !== undefined && { answerMillis }) };
  const database = connectDatabase({ ...inject('testServer'), database: 'postgres' }, options);
  onTestFinished(() => database.close());
  return database;
}

async function keptBy({ db }: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_prepared_statements`.execute(db);
  return rows[0]!.n;
}

const double = ({ db }: Database, value: number, column = 'double') =>
  sql<Record<string, number>>`${sql.raw(preparedMark)} select ${value}::int * 2 as ${sql.ref(column)}`.execute(db);

test('a marked statement is kept once whatever its values, another is not kept', async () => {
  const database = oneConnection();
  expect((await double(database, 4)).rows).toEqual([{ double: 8 }]);
  expect((await double(database, 5)).rows).toEqual([{ double: 10 }]);
  await sql`select ${1}::int as one`.execute(database.db);
  expect(await keptBy(database)).toBe(1);
});

test('a connection keeps fifty at most and runs the rest all the same', async () => {
  const database = oneConnection();
  for (let at = 0; at < 60; at++) expect((await double(database, at, `c${at}`)).rows).toEqual([{ [`c${at}`]: at * 2 }]);
  expect(await keptBy(database)).toBe(50);
});

test('a kept statement that finds its rows by key is not planned again and again', async () => {
  const database = oneConnection();
  const { db } = database;
  await sql`create temp table word as select n, 'word ' || n as word from generate_series(1, 5000) n`.execute(db);
  await sql`create unique index on word (n)`.execute(db);
  await sql`analyze word`.execute(db);
  const find = (ids: number[]) =>
    sql<{
      word: string;
    }>`${sql.raw(preparedMark)} select word from unnest((select ${ids}::int[])) as page(n) join word using (n) order by n`.execute(db);
  for (let run = 1; run <= 10; run++) expect((await find([run, 4321])).rows).toEqual([{ word: `word ${run}` }, { word: 'word 4321' }]);
  const { rows } = await sql<{ generic: number }>`select generic_plans::int as generic from pg_prepared_statements`.execute(db);
  expect(rows).toEqual([{ generic: 5 }]);
});

test('lists of texts arrive as they were sent, whatever stands in them', async () => {
  const { db } = oneConnection();
  const echo = async (list: readonly (string | null)[]) =>
    (await sql<{ list: unknown }>`select ${list}::text[] as list`.execute(db)).rows[0]!.list;
  for (const list of [
    [],
    ['plain', ''],
    ['null', 'NULL', '{}', 'a,b', ' c '],
    ['"', '\\', "'"],
    ['\n\t', '\u007f'],
    ['張 😀', 'é'],
    ['a', null],
  ])
    expect(await echo(list)).toEqual(list);
});

test('a server that stands still is given up with its connection, also inside a transaction; the next statement has a new one', async () => {
  const database = oneConnection(300);
  const { db } = database;
  const pidOf = async (): Promise<number> => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid;
  const frozen = await pidOf();
  const held = db.transaction().execute(async (tx) => {
    process.kill(frozen, 'SIGSTOP');
    await sql`select 1`.execute(tx);
  });
  const refusal: unknown = await held.catch((error: unknown) => error);
  process.kill(frozen, 'SIGCONT');
  expect(refusal).toSatisfy(isDatabaseAway);
  expect(await pidOf()).not.toBe(frozen);
});
