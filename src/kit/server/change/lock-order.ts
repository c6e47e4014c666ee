import { sql } from 'kysely';
import type { Tx } from '../directory.ts';

/**
 * Lets those who give places in an order (new objects go behind the last, a reorder moves many) go one after the other, until their
 * transactions end: what is read of the order afterwards is what stands. `order` names it, as a rule by its table. To be asked for before
 * rows are locked, so that nobody waits for who waits for them.
 */
export async function lockOrder(tx: Tx, order: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`order of ${order}`}))`.execute(tx);
}
