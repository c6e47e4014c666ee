import { sql } from 'kysely';
import { rememberedEpoch, sitePart } from '#kit/server/client/remembered-epoch.ts';
import type { Db } from '#kit/server/directory.ts';
import { createRecentChange } from '#kit/server/recent-change.ts';
import { clock } from '#platform/clock.ts';
import '../limits.table.ts';

const keepMillis = 3_600_000;

/** Changes of limits that this process makes. */
export const limitChanges = createRecentChange();

/** Tells every node that the limits must be read again, at the commit of this transaction and not before: nodes look for the row twice a second. */
export async function limitsChanged(tx: Db): Promise<void> {
  const now = clock.now();
  await sql`insert into limit_change (at) values (${now})`.execute(tx);
  await sql`delete from limit_change where at < ${now - keepMillis} and id < (select max(id) from limit_change)`.execute(tx);
  limitChanges.happens();
}

/** A word that differs after every committed change, whatever the order of the commits. */
export async function limitGeneration(db: Db): Promise<string> {
  const { rows } = await sql<{ word: string }>`select count(*) || '.' || coalesce(max(id), 0) as word from limit_change`.execute(db);
  return rows[0]!.word;
}

/** Grows with every change of a limit. */
export const limitEpoch = rememberedEpoch(async ({ database }) => {
  const { rows } = await sql<{ n: number }>`select coalesce(max(id), 0) as n from limit_change`.execute(database.db);
  return Number(rows[0]?.n ?? 0);
});

/** Notifies waiting terminals of a changed limit. */
export const limitPart = sitePart('limits', ({ database }) => limitGeneration(database.db));
