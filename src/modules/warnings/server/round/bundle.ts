import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';

/** Messages to one person within an hour. */
const mostAnHour = 60;
/** So many within two minutes become one message. */
const many = 5;
const togetherMillis = 120_000;
const hourMillis = 3_600_000;

interface Waiting {
  id: string;
  warning_id: string;
  addressee: string;
  at: number;
  digest: boolean;
}

/** Makes messages of what waits: one each, or one of many. */
export async function bundle(tx: Tx, now: number): Promise<void> {
  const { rows } = await sql<Waiting>`select id, warning_id, coalesce(person_id, uid)::text as addressee, at, not_before > at as digest
    from warning_notice where state = 'queued' and message_id is null and not_before <= ${now} order by id limit 5000 for update`.execute(
    tx,
  );
  if (rows.length === 0) return;
  const sent = await recent(tx, now, [...new Set(rows.map(({ addressee }) => addressee))]);
  const messages: { id: string; message: string }[] = [];
  for (const [addressee, waiting] of groupBy(rows, ({ addressee: one }) => one)) {
    const before = sent.get(addressee) ?? { hour: 0, now: 0 };
    for (const some of messagesOf(waiting, before, now)) {
      const message = newId();
      messages.push(...some.map(({ id }) => ({ id, message })));
    }
  }
  if (messages.length > 0)
    await sql`update warning_notice set message_id = made.message, next_at = ${now}
      from unnest(${messages.map(({ id }) => id)}::uuid[], ${messages.map(({ message }) => message)}::uuid[]) as made(id, message)
      where warning_notice.id = made.id`.execute(tx);
}

/** How what waits for one person is put into messages; what is in none waits on. */
function messagesOf<W extends Pick<Waiting, 'warning_id' | 'at' | 'digest'>>(
  waiting: readonly W[],
  before: { hour: number; now: number },
  now: number,
): W[][] {
  if (before.hour >= mostAnHour) return [];
  const warnings = groupBy(waiting, ({ warning_id }) => warning_id);
  const oldest = Math.min(...waiting.map(({ at }) => at));
  // What had to wait comes together.
  const held = warnings.size > 1 && now - oldest >= togetherMillis / 2;
  const together =
    held ||
    warnings.size >= many ||
    waiting.some(({ digest }) => digest) ||
    (warnings.size > 1 && before.hour + warnings.size > mostAnHour);
  if (together) return [[...waiting]];
  // The fifth within two minutes waits for what may come with it.
  if (before.now + warnings.size >= many) return now - oldest >= togetherMillis ? [[...waiting]] : [];
  return [...warnings.values()];
}

async function recent(tx: Tx, now: number, addressees: readonly string[]): Promise<Map<string, { hour: number; now: number }>> {
  const { rows } = await sql<{ addressee: string; hour: number; now: number }>`select coalesce(person_id, uid)::text as addressee,
      count(distinct message_id) as hour, count(distinct message_id) filter (where at > ${now - togetherMillis}) as now
    from warning_notice where message_id is not null and at > ${now - hourMillis} and coalesce(person_id, uid)::text = any(${addressees}::text[])
    group by 1`.execute(tx);
  return new Map(rows.map(({ addressee, ...counts }) => [addressee, counts]));
}

function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const known = groups.get(keyOf(one));
    if (known) known.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}
