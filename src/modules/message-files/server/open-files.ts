import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { heldWhere } from '#modules/messaging/server/public.ts';
import type { KeepDays } from '../common/file-config.contract.ts';
import { fileKinds } from '../common/words.ts';

const dayMillis = 86_400_000;

/** SQL: the end of the time of a file `f`; null where it is kept for ever. */
export const endOf = (keepDays: KeepDays): RawBuilder<number | null> => {
  const kinds = fileKinds.map((kind) => sql`when ${kind} then ${keepDays[kind] === 0 ? null : keepDays[kind] * dayMillis}::bigint`);
  return sql`coalesce(f.expires_at, f.sent_at + (case f.kind ${sql.join(kinds, sql` `)} end))`;
};

/** SQL: a file `f` of a message `msg` in a conversation `c` may be fetched now. What a legal hold keeps has no end. */
export const openWhere = (keepDays: KeepDays, now: number): RawBuilder<boolean> =>
  sql`(f.state = 'normal' and (coalesce(${endOf(keepDays)} > ${now}, true) or ${heldWhere}))`;

/** Returns, of these files, those in chats that a person is in, or was in when they were sent. */
export async function filesInChats(
  db: Db,
  request: { uid: string; fileIds: readonly string[]; keepDays: KeepDays; now: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct f.file_id as id from im_file f
    join im_message msg on msg.id = f.message_id join im_conversation c on c.id = f.conversation_id
    join im_member m on m.conversation_id = f.conversation_id and m.employee_id = ${request.uid}::uuid
    where f.file_id = any(${[...request.fileIds]}::uuid[]) and ${openWhere(request.keepDays, request.now)}
      and msg.seq > m.from_seq and (m.left_seq is null or msg.seq <= m.left_seq)`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns, of these files, those that cannot be downloaded: their content is in quarantine, or they were sent and no chat holds them open any more. */
export async function closedFiles(
  db: Db,
  { fileIds, keepDays, now }: { fileIds: readonly string[]; keepDays: KeepDays; now: number },
): Promise<string[]> {
  if (fileIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`select own.id from file own where own.id = any(${[...fileIds]}::uuid[])
    and (exists (select from im_file q where q.digest = own.hash and q.state = 'quarantined')
      or (exists (select from im_file f where f.file_id = own.id) and not exists (select from im_file f
        join im_message msg on msg.id = f.message_id join im_conversation c on c.id = f.conversation_id
        where f.file_id = own.id and ${openWhere(keepDays, now)})))`.execute(db);
  return rows.map(({ id }) => id);
}
