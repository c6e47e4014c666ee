import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';

const mostExample = 200;

/** Counts a sentence that nothing answered, with the others of the same key. */
export async function noteMissed(tx: Tx, { key, text, uid, now }: { key: string; text: string; uid: string; now: number }): Promise<void> {
  const example = [...text].slice(0, mostExample).join('');
  const { rows } = await sql<{ id: string }>`insert into mika_missed as m (id, key, example, state, first_at, last_at)
    values (${newId()}::uuid, ${key}, ${example}, 'open', ${now}, ${now})
    on conflict (key) do update set last_at = excluded.last_at returning id`.execute(tx);
  await sql`insert into mika_missed_by as b (missed_id, employee_id, n, first_at, last_at) values (${rows[0]!.id}::uuid, ${uid}::uuid, 1, ${now}, ${now})
    on conflict (missed_id, employee_id) do update set n = b.n + 1, last_at = excluded.last_at`.execute(tx);
}
