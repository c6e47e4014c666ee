import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#kit/testing/test-database.ts';
import { partsOf } from './purge.ts';

test('Many who miss the same month at once make it once, and none of them fails', async () => {
  const database = await testDatabase();
  try {
    for (let month = 1; month <= 5; month += 1) {
      const at = Date.UTC(2023, month, 10);
      await Promise.all(Array.from({ length: 8 }, () => sql`select make_log_partition('audit_log', ${at})`.execute(database.db)));
    }
    const made = (await partsOf(database.db, 'audit_log')).filter(({ from }) => from < Date.UTC(2024, 0, 1));
    expect(made).toHaveLength(5);
  } finally {
    await database.close();
  }
});
