import { sql } from 'kysely';
import type { Db } from '../directory.ts';
import './warning.table.ts';

const lock = 7_361_204_434;

/**
 * Gives every change of a warning that has none its place: one that is given a place later never gets a smaller one, so that whoever
 * read up to a place misses nothing. Transactions that still run wait for the next time; rows that came from another cluster have
 * transaction ids that are not yet given out here, and are complete.
 */
export async function placeChanges(db: Db): Promise<void> {
  const { rows } = await sql`select from warning_change where place is null limit 1`.execute(db);
  if (rows.length === 0) return;
  if (db.isTransaction) return place(db);
  await db.transaction().execute(place);
}

async function place(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(tx);
  await sql`with ordered as (
      select id, nextval('warning_change_places') as place from (
        select id from warning_change where place is null
          and (tx < pg_snapshot_xmin(pg_current_snapshot())::text::bigint or tx >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint)
        order by tx, id) as complete)
    update warning_change set place = ordered.place from ordered where ordered.id = warning_change.id`.execute(tx);
}

/** The place of the newest change. */
export async function lastPlace(db: Db): Promise<number> {
  await placeChanges(db);
  const { rows } = await sql<{ place: number | null }>`select max(place) as place from warning_change`.execute(db);
  return Number(rows[0]?.place ?? 0);
}
