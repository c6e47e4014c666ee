import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { createRecentChange } from '#kit/server/recent-change.ts';
import { clock } from '#platform/clock.ts';
import './access.table.ts';

const keepMillis = 3_600_000;

/** Changes that this process makes to what the gateway goes by. */
export const accessTableChanges = createRecentChange();

/** Tells every node at the commit of this transaction that its table of interfaces must be read again: nodes look twice a second. */
export async function accessChanged(tx: Db): Promise<void> {
  const now = clock.now();
  await sql`insert into access_table_change (at) values (${now})`.execute(tx);
  await sql`delete from access_table_change where at < ${now - keepMillis} and id < (select max(id) from access_table_change)`.execute(tx);
  accessTableChanges.happens();
}

/** A word that differs after every committed change, whatever the order of the commits. */
export async function accessTableGeneration(db: Db): Promise<string> {
  const { rows } = await sql<{ word: string }>`select count(*) || '.' || coalesce(max(id), 0) as word from access_table_change`.execute(db);
  return rows[0]!.word;
}
