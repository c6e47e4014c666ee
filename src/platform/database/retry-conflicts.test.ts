import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#kit/testing/test-database.ts';
import { retryConflicts } from './retry-conflicts.ts';

test('of two transactions that wait for each other the one that the database gives up is done again', async () => {
  const { db, close } = await testDatabase();
  await sql`create table both_ways (id int primary key, n int not null)`.execute(db);
  await sql`insert into both_ways values (1, 0), (2, 0)`.execute(db);
  let times = 0;
  // Each takes its first row before either goes on to the other's, the first time that they are done.
  const meet = meeting(2);
  const crossing = (rows: readonly number[]) =>
    retryConflicts(() =>
      db.transaction().execute(async (tx) => {
        times += 1;
        const isFirst = times <= 2;
        for (const id of rows) {
          await sql`update both_ways set n = n + 1 where id = ${id}`.execute(tx);
          if (isFirst) await meet(id === rows[0]);
        }
      }),
    );
  await Promise.all([crossing([1, 2]), crossing([2, 1])]);
  const { rows } = await sql<{ n: number }>`select n from both_ways order by id`.execute(db);
  expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
  expect(times).toBe(3);
  await close();
});

test('an error that is no conflict is thrown at once', async () => {
  let times = 0;
  const failing = retryConflicts(async () => {
    times += 1;
    throw Object.assign(new Error('taken'), { code: '23505' });
  });
  await expect(failing).rejects.toThrow('taken');
  expect(times).toBe(1);
});

/** Lets nobody on before so many have come. */
function meeting(expected: number): (waits: boolean) => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let here = 0;
  return async (waits) => {
    if (!waits) return;
    here += 1;
    if (here === expected) resolve();
    await promise;
  };
}
