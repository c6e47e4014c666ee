import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#kit/testing/test-database.ts';
import type { Database } from './open-database.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase([]);
});
afterAll(async () => database.close());

test('whole numbers are numbers, dates stay texts, json stays json', async () => {
  const { rows } = await database.pool.query(
    `select 1793000000123::int8 as at, array[1, null, 3]::int8[] as list, '{}'::int8[] as none, date '2026-02-28' as day, '{"a":[1]}'::jsonb as doc, count(*) as n from (values (1), (2)) v`,
  );
  expect(rows).toEqual([{ at: 1_793_000_000_123, list: [1, null, 3], none: [], day: '2026-02-28', doc: { a: [1] }, n: 2 }]);
});

test('a number that would lose digits is an error, not a wrong value', async () => {
  await expect(database.pool.query('select 9007199254740993::int8 as n')).rejects.toThrow('9007199254740993 is too large');
});
