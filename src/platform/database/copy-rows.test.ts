import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#kit/testing/test-database.ts';
import { copyAlone, copyRows } from './copy-rows.ts';
import type { Database } from './open-database.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase([]);
  await database.pool.query('create table word (at int primary key, text text, list text[], value jsonb, flag boolean)');
});
afterAll(() => database.close());

test('Values arrive as they were: marks of COPY, quotes, line breaks, nothing at all, lists and documents', async () => {
  const texts = ['', '\\N', '\\.', 'a\tb\nc\rd\\e', '"quoted", {braces}', '𠮷野家 🏠', null];
  const rows = texts.map((text, at) => [at, text, text === null ? null : [text, 'x'], text === null ? null : { text }, at % 2 === 0]);
  const client = await database.pool.connect();
  await copyRows(client, 'word (at, text, list, value, flag)', rows);
  client.release();
  const kept = await database.pool.query({ text: 'select at, text, list, value, flag from word order by at', rowMode: 'array' });
  expect(kept.rows).toEqual(rows);
});

test('A row that the table refuses leaves none of its own, and the connection is not used again', async () => {
  await expect(
    copyAlone(database, 'word (at, text)', [
      [100, 'good'],
      [0, 'taken'],
    ]),
  ).rejects.toThrow('duplicate key');
  expect((await database.pool.query('select from word where at = 100')).rowCount).toBe(0);
});
