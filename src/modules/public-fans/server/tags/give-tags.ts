import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';

/** Tags, people, and who gives them when. */
export interface Giving {
  readonly snoId: string;
  readonly tagIds: readonly string[];
  readonly people: readonly string[];
  readonly by: string;
  readonly at: number;
}

/** Gives people manual tags; answers to whom one was given. */
export async function giveTags(tx: Tx, { tagIds, people, by, at }: Giving): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`insert into fan_tag_member (tag_id, employee_id, at, by_id)
    select tag.id, who.id, ${at}, ${by} from unnest(${[...tagIds]}::uuid[]) as tag(id), unnest(${[...people]}::uuid[]) as who(id)
    on conflict do nothing returning employee_id as id`.execute(tx);
  return [...new Set(rows.map(({ id }) => id))];
}

/** Returns who of these people has more manual tags of the account than allowed, `more` included. */
export async function overfull(
  tx: Tx,
  { snoId, people, more, most }: { snoId: string; people: readonly string[]; more: readonly string[]; most: number },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select who.id from unnest(${[...people]}::uuid[]) as who(id), lateral (
      select m.tag_id as id from fan_tag_member m join fan_tag t on t.id = m.tag_id and t.sno_id = ${snoId}::uuid where m.employee_id = who.id
      union select id from unnest(${[...more]}::uuid[]) as added(id)) as held
    group by who.id having count(*) > ${most}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
