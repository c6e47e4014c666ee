import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#kit/testing/test-database.ts';
import type { Database } from '#platform/database/open-database.ts';
import { containing, orderOf, readPage } from './read-page.ts';

let database: Database;

beforeAll(async () => {
  database = await testDatabase([]);
  await sql`create table shelf (id int primary key, name text, size int)`.execute(database.db);
  await sql`insert into shelf values (1, 'b', 1), (2, 'a', 1), (3, null, 1), (4, 'A_100%', 2), (5, 'c', 1)`.execute(database.db);
});
afterAll(() => database.close());

async function ids(sort: string, pageSize: number, text?: string): Promise<number[][]> {
  const expressions = { name: sql`lower(name)`, size: sql`size` };
  const where = text === undefined ? [] : [sql<boolean>`name ilike ${containing(text)}`];
  const source = { columns: sql`id`, from: sql`shelf`, where, order: orderOf(sort, expressions, sql`id`) };
  const read = (pageNum: number) => readPage<{ id: number }>(database.db, source, { pageNum, pageSize });
  const first = await read(1);
  const others = await Promise.all(Array.from({ length: Math.max(0, first.pages - 1) }, (_, at) => read(at + 2)));
  const all = [first, ...others];
  expect(all.map(({ total }) => total)).toEqual(all.map(() => all.reduce((sum, { list }) => sum + list.length, 0)));
  return all.map(({ list }) => list.map(({ id }) => id));
}

test('Pages follow one another without gap or overlap, empty values last, equal ones by id', async () => {
  expect(await ids('name', 2)).toEqual([[2, 4], [1, 5], [3]]);
  expect(await ids('-name', 3)).toEqual([
    [5, 1, 4],
    [2, 3],
  ]);
  expect(await ids('-size', 2)).toEqual([[4, 5], [3, 2], [1]]);
  expect(await ids('unknown', 10)).toEqual([[1, 2, 3, 4, 5]]);
});

test('What is searched for is text, not a pattern', async () => {
  expect(await ids('name', 10, '%')).toEqual([[4]]);
  expect(await ids('name', 10, 'a_')).toEqual([[4]]);
  expect(await ids('name', 10, 'A')).toEqual([[2, 4]]);
  expect(await ids('name', 10, 'zzz')).toEqual([[]]);
});
