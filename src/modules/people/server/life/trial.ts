import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import { callerOfBatch } from '#kit/server/change/callers.ts';
import type { Services, Tx } from '#kit/server/services.ts';

class TakenBack extends Error {}

/** Runs work, reads its result, and rolls it back: nothing is written, not even to the audit. Refusals come through. */
export async function tried<T>(
  { database }: Pick<Services, 'database'>,
  caller: Caller,
  work: (tx: Tx, trying: Caller) => Promise<T>,
): Promise<T> {
  const found: { answer?: T } = {};
  let batch: string | null = null;
  const trying = { ...callerOfBatch(caller, caller.operation), batch: (id?: string) => (batch = id ?? batch) };
  try {
    await database.db.transaction().execute(async (tx) => {
      // Others wait for what it locks.
      await sql`select set_config('lock_timeout', '2s', true), set_config('statement_timeout', '10s', true)`.execute(tx);
      found.answer = await work(tx, trying);
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
  return found.answer as T;
}
