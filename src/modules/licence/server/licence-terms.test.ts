import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#platform/database/open-database.ts';
import { testDatabase } from '#kit/testing/test-database.ts';
import { beginSite, readTerms, settleSeats } from './licence-terms.ts';
import { noTerms, termsOf } from './licence-standing.ts';

let database: Database;
beforeAll(async () => void (database = await testDatabase()), 60_000);
afterAll(() => database?.close());

const counts = { employees: async () => 5 };
const begin = (required: boolean, now: number) => database.db.transaction().execute((tx) => beginSite(tx, counts, { required, now }));
const seat = () =>
  database.db
    .selectFrom('licence_seat')
    .select(['counted', 'used', 'most', 'restricted_at'])
    .where('kind', '=', 'employees')
    .executeTakeFirstOrThrow();

test('Where a licence is required an evaluation begins once, with its people counted; where it is not, nothing is limited', async () => {
  const free = { counted: false, used: 0, most: null, restricted_at: null };
  await begin(false, 1000);
  expect(await seat()).toEqual(free);
  await begin(true, 2000);
  const evaluated = { counted: true, used: 5, most: 200, restricted_at: 2000 + 30 * 86_400_000 };
  expect(await seat()).toEqual(evaluated);
  await begin(true, 9000);
  expect(await seat()).toEqual(evaluated);
  await begin(false, 10_000);
  expect(await seat()).toEqual(free);
  expect((await readTerms(database.db, false)).terms).toEqual(noTerms);
  await begin(true, 11_000);
  expect(await seat()).toEqual(evaluated);
});

test('Who settles the seats waits for changes under way, so that none is lost between count and counter', async () => {
  const client = await database.pool.connect();
  let settled = false;
  await client.query('begin');
  await client.query("select * from licence_take('employees', 1)");
  const settling = database.db
    .transaction()
    .execute((tx) => settleSeats(tx, counts, termsOf({ expiresAt: null, graceDays: 0, limits: { employees: 9 }, modules: ['*'] }, 'x')))
    .then(() => void (settled = true));
  await expect
    .poll(
      async () =>
        (await database.pool.query<{ n: number }>("select count(*) as n from pg_locks where locktype = 'advisory' and not granted")).rows[0]
          ?.n,
    )
    .toBe(1);
  expect(settled).toBe(false);
  await client.query('commit');
  client.release();
  await settling;
  expect(await seat()).toMatchObject({ counted: true, used: 5, most: 9 });
});
