import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';

/** Above so many members nobody is told who types. */
const mostMembers = 1_000;

/** Who is told that somebody types in a conversation. */
export async function typists(db: Db, conversationId: string, uid: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select employee_id as id from im_member where conversation_id = ${conversationId}::uuid
    and left_seq is null limit ${mostMembers + 1}`.execute(db);
  return rows.length > mostMembers ? [] : rows.map(({ id }) => id).filter((id) => id !== uid);
}
