import { sql } from 'kysely';
import { DATABASE_CHANNEL, writeMessage } from '#platform/bus/envelope.ts';
import { clock } from '#platform/clock.ts';
import type { Db } from '../directory.ts';
import { createRecentChange } from '../recent-change.ts';
import './access.table.ts';

/** Name of the bus channel that tells of changed grants. */
export const accessChannel = 'access';

const keepMillis = 3_600_000;

/** Changes of grants that this process makes. */
export const accessChanges = createRecentChange();

/**
 * Tells every node that grants must be read again, at the commit of this transaction and not before: by a NOTIFY of the database, and by
 * a row that nodes look for twice a second, so that neither another bus nor a lost notice can leave old grants in force.
 */
export async function accessChanged(tx: Db): Promise<void> {
  const now = clock.now();
  await sql`insert into access_change (at) values (${now})`.execute(tx);
  await sql`select pg_notify(${DATABASE_CHANNEL}, ${writeMessage(accessChannel, null)})`.execute(tx);
  accessChanges.happens();
}

/** A word that differs after every committed change, whatever the order of the commits. */
export async function accessGeneration(db: Db): Promise<string> {
  const { rows } = await sql<{ word: string }>`select count(*) || '.' || coalesce(max(id), 0) as word from access_change`.execute(db);
  return rows[0]!.word;
}

/** Forgets old changes; a node that sees the number fall reads again, which costs nothing but a query. */
export async function pruneAccessChanges(db: Db, now: number): Promise<void> {
  await sql`delete from access_change where at < ${now - keepMillis} and id < (select max(id) from access_change)`.execute(db);
}
