import { sql } from 'kysely';
import type { Services } from '#kit/server/services.ts';
import { requestOf, type CrowdData } from './compute.ts';
import { turnsSql } from './members.sql.ts';
import { momentOf } from './rule.sql.ts';

/** Crowds of one statement. */
const piece = 50;
/** Of more people at once, looking ahead costs what computing does. */
const mostPeople = 100;

/** A crowd that would be computed for these people alone. */
export interface Asked {
  row: CrowdData;
  only: readonly string[];
}

/**
 * Which of these crowds nobody joins or leaves: where many rules ask for what changed, most come out as before, and nothing needs to be
 * locked or written for them. What can't be asked together is left to be computed one by one.
 */
export async function quietCrowds(
  { database, now, log }: Pick<Services, 'database' | 'now' | 'log'>,
  asked: readonly Asked[],
): Promise<Set<string>> {
  const moment = momentOf(now());
  const quiet = new Set<string>();
  const few = asked.filter(({ only }) => only.length <= mostPeople);
  for (let from = 0; from < few.length; from += piece) {
    const some = few.slice(from, from + piece);
    try {
      const parts = some.map(({ row, only }) => turnsSql({ id: row.id, request: requestOf(row), moment, only }));
      const { rows } = await sql<{ id: string }>`${sql.join(parts, sql` union all `)}`.execute(database.db);
      const turning = new Set(rows.map(({ id }) => id));
      for (const { row } of some) if (!turning.has(row.id)) quiet.add(row.id);
    } catch (error) {
      log.debug({ err: error }, 'Some crowds could not be asked together');
    }
  }
  return quiet;
}
