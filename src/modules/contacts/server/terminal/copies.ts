import { sql, type RawBuilder } from 'kysely';
import { sessionOf, type ClientCall } from '#kit/server/client/handle-client.ts';
import type { Services } from '#kit/server/services.ts';
import type { Viewer } from '../rule/compile.ts';
import { keepsCopy } from './sync.ts';

const hourMillis = 3_600_000;

/** Remembers that the terminal of this call follows with its copy, or holds none any more; written once an hour at most. */
export async function noteCopy(call: ClientCall, viewer: Viewer): Promise<void> {
  const { db, services, caller } = call;
  const { id } = sessionOf(call);
  const now = services.now();
  if (keepsCopy(viewer))
    await sql`insert into contact_copy (session_id, employee_id, at) values (${id}::uuid, ${caller.uid}::uuid, ${now})
      on conflict (session_id) do update set at = excluded.at where contact_copy.at < ${now - hourMillis}`.execute(db);
  else await sql`delete from contact_copy where session_id = ${id}::uuid`.execute(db);
}

/** SQL condition: the person in this column holds a copy that can still be read, as far as its age tells. */
export const holdsCopy = (column: string, since: number): RawBuilder<boolean> =>
  sql<boolean>`exists (select from contact_copy copy where copy.employee_id = ${sql.ref(column)} and copy.at > ${since})`;

/** Time since which copies were tracked that can still be read: their key lives so long, and the time is noted to the hour. */
export const copiesSince = (now: number, ttlHours: number): number => now - (ttlHours + 1) * hourMillis;

/** How many terminals with an open session hold a readable copy for one of these people. */
export async function copiesOf(
  { database: { db }, terminals }: Pick<Services, 'database' | 'terminals'>,
  people: readonly string[],
  since: number,
): Promise<number> {
  if (people.length === 0 || !terminals) return 0;
  const { rows } = await sql<{
    id: string;
  }>`select session_id as id from contact_copy where employee_id = any(${people}::uuid[]) and at > ${since}`.execute(db);
  return (
    await terminals.openAmong(
      db,
      rows.map(({ id }) => id),
    )
  ).length;
}
