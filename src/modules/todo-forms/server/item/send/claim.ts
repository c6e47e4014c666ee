import { sql } from 'kysely';
import type { CoreServices } from '#kit/server/services.ts';
import { answerTimes } from './times.ts';

/** An answer that this process sends now. */
export interface Claimed {
  readonly id: string;
  readonly itemId: string;
  readonly systemId: string;
  readonly employeeId: string;
  readonly action: string;
  readonly stage: string;
  readonly input: string;
  readonly at: number;
  readonly attempts: number;
  readonly outId: string;
  readonly versionId: string;
}

/** Systems that have answers to be sent now. */
export async function dueSystems({ database, now }: Pick<CoreServices, 'database' | 'now'>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct system_id as id from todo_answer where next_at <= ${now()}`.execute(
    database.db,
  );
  return rows.map(({ id }) => id);
}

/**
 * Claims answers of one system for a time longer than a call can take; who dies meanwhile leaves them to others. Answers of an item go out one
 * after the other.
 */
export async function claimAnswers(services: Pick<CoreServices, 'database' | 'now'>, systemId: string, most: number): Promise<Claimed[]> {
  const now = services.now();
  const { rows } = await sql<Claimed>`with due as (
      update todo_answer set state = 'sending', attempts = attempts + 1, next_at = ${now + answerTimes(services).leaseMillis}
      where id in (select a.id from todo_answer a where a.system_id = ${systemId}::uuid and a.next_at <= ${now}
          and a.state in ('queued', 'sending', 'unknown')
          and not exists (select from todo_answer earlier where earlier.item_id = a.item_id and earlier.state in ('queued', 'sending', 'unknown')
            and (earlier.at, earlier.id) < (a.at, a.id))
        order by a.next_at, a.id limit ${most} for update skip locked)
      returning *)
    select d.id, d.item_id as "itemId", d.system_id as "systemId", d.employee_id as "employeeId", d.action, d.stage, d.input, d.at, d.attempts,
      i.out_id as "outId", i.version_id as "versionId"
    from due d join todo_item i on i.id = d.item_id order by d.at, d.id`.execute(services.database.db);
  return rows.map((row) => ({ ...row, at: Number(row.at) }));
}
