import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#platform/database/open-database.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { newId } from '../ids.ts';
import { sessionsChanged, watchSessions } from './session-changes.ts';

let database: Database;
beforeAll(async () => (database = await testDatabase()));
afterAll(() => database.close());

test('Who watches is told of each change of theirs once, and never because of what changed for others', async () => {
  const news = watchSessions(database.db, () => undefined);
  const change = async (uid: string): Promise<void> => {
    await database.db.transaction().execute((tx) => sessionsChanged(tx, [uid]));
    news.expect();
    await news.fresh();
  };
  const [ann, ben] = [newId(), newId()];
  const told = { ann: 0, ben: 0 };
  const ends = [news.watch(ann, () => (told.ann += 1)), news.watch(ben, () => (told.ben += 1))];
  // What changed just before somebody began to watch is not missed: they look once.
  await expect.poll(() => told).toEqual({ ann: 1, ben: 1 });
  // The look of the timer may be the one that tells: a call that looks beside it does not wait for that.
  const soon = (expected: typeof told) => expect.poll(() => told).toEqual(expected);
  await change(ann);
  await soon({ ann: 2, ben: 1 });
  await change(ben);
  await soon({ ann: 2, ben: 2 });
  for (const other of [newId(), newId()]) await change(other);
  await change(ben);
  await soon({ ann: 2, ben: 3 });
  await change(ann);
  await soon({ ann: 3, ben: 3 });
  for (const end of ends) end();
  await change(ann);
  expect(told).toEqual({ ann: 3, ben: 3 });
});

test('Calls that look at the same time do so together, and each learns of what was committed before it', async () => {
  let forgotten = 0;
  const news = watchSessions(database.db, () => (forgotten += 1));
  news.expect();
  await news.fresh();
  const before = forgotten;
  await database.db.transaction().execute((tx) => sessionsChanged(tx, [newId()]));
  await Promise.all(Array.from({ length: 50 }, () => news.fresh()));
  expect(forgotten).toBe(before + 1);
});
