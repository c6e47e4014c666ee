import type pg from 'pg';

const LOCK = 7_361_204_421;

/** Runs work that no two processes may do at once, such as preparing the database at a start; the others wait for their turn. */
export async function oneAtATime<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    return await work();
  } finally {
    // Closing the connection gives the lock back in any case.
    client.release(true);
  }
}
