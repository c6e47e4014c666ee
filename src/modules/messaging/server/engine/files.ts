import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { conversationOf } from './conversations.ts';
import '#kit/server/files/file.table.ts';

/** Of these files those that stand in messages which somebody may read. */
async function filesInMessages(db: Db, uid: string, fileIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select asked.id from unnest(${[...fileIds]}::uuid[]) as asked(id)
    where exists (select from im_message msg join im_member m on m.conversation_id = msg.conversation_id and m.employee_id = ${uid}::uuid
      where msg.file_ids @> array[asked.id] and msg.state not in ('recalled', 'expired') and msg.seq > m.from_seq
        and (m.left_seq is null or msg.seq <= m.left_seq))`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether somebody may send these files: their own, or in a conversation that they are in. */
export async function filesReached(db: Db, uid: string, fileIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ id: string; own: boolean }>`select id, owner = ${uid} as own from file
    where id = any(${[...fileIds]}::uuid[])`.execute(db);
  const foreign = rows.filter(({ own }) => !own).map(({ id }) => id);
  if (rows.length < new Set(fileIds).size) return false;
  return foreign.length === 0 || (await filesInMessages(db, uid, foreign)).length === foreign.length;
}

/** Who reads what somebody writes there, without the writer. */
export async function readersOf(
  db: Db,
  { conversationId, peerId }: { readonly conversationId: string | null; readonly peerId: string | null },
  uid: string,
): Promise<string[]> {
  if (peerId !== null) return [peerId];
  const known = conversationId === null ? undefined : await conversationOf(db, conversationId);
  if (!known) return [];
  const { rows } = await sql<{ id: string }>`select employee_id as id from im_member
    where conversation_id = ${known.id}::uuid and left_seq is null and employee_id <> ${uid}::uuid`.execute(db);
  return rows.map(({ id }) => id);
}
