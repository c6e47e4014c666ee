import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { heldWhere } from '#modules/messaging/server/public.ts';

/** The name of a legal hold that keeps one of these files; null where none does. */
export async function holdOf(db: Db, ids: readonly string[]): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select (select h.name from im_hold h where msg.sender_id = any(h.people)
      or c.one_id = any(h.people) or c.other_id = any(h.people) or c.group_id = any(h.group_ids) limit 1) as name
    from im_file f join im_message msg on msg.id = f.message_id join im_conversation c on c.id = f.conversation_id
    where f.id = any(${[...ids]}::uuid[]) and ${heldWhere} limit 1`.execute(db);
  return rows[0]?.name ?? null;
}
