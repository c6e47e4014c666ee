import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';

/** Lets what one person writes and opens be answered one after the other: what counts how much they were sent counts right. */
export async function oneAtATime(tx: Tx, uid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sno message ${uid}`}, 15))`.execute(tx);
}
