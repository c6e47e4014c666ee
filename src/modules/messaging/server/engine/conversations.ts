import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { preparedMark } from '#platform/database/prepared.ts';
import { clock } from '#platform/clock.ts';
import '../im.table.ts';

/** A conversation as far as sending goes. */
export interface Conversation {
  id: string;
  kind: 'single' | 'group' | 'system' | 'account';
  groupId: string | null;
  oneId: string | null;
  otherId: string | null;
  lastSeq: number;
}

/** A statement that connections keep. */
const kept = sql.raw(preparedMark);
/** Columns of a conversation. */
export const conversationColumns = sql`id, kind, group_id as "groupId", one_id as "oneId", other_id as "otherId", last_seq as "lastSeq"`;

/** A conversation by its id. */
export async function conversationOf(db: Db, id: string): Promise<Conversation | undefined> {
  return (await sql<Conversation>`${kept} select ${conversationColumns} from im_conversation where id = ${id}::uuid`.execute(db)).rows[0];
}

/** The conversation of a group. */
export async function conversationOfGroup(db: Db, groupId: string): Promise<Conversation | undefined> {
  return (await sql<Conversation>`select ${conversationColumns} from im_conversation where group_id = ${groupId}::uuid`.execute(db))
    .rows[0];
}

const ordered = (one: string, other: string): [string, string] => (one < other ? [one, other] : [other, one]);

/** The single chat of two people, where there is one. */
export async function pairOf(db: Db, one: string, other: string): Promise<Conversation | undefined> {
  const [first, second] = ordered(one, other);
  const { rows } = await sql<Conversation>`${kept} select ${conversationColumns} from im_conversation
    where kind = 'single' and one_id = ${first}::uuid and other_id = ${second}::uuid`.execute(db);
  return rows[0];
}

/** The single chat of two people; it begins where there is none. */
export async function openPair(tx: Db, one: string, other: string): Promise<string> {
  const [first, second] = ordered(one, other);
  const now = clock.now();
  const { rows } = await sql<{ id: string }>`insert into im_conversation (id, kind, one_id, other_id, created_at)
    values (${newId()}::uuid, 'single', ${first}::uuid, ${second}::uuid, ${now})
    on conflict (one_id, other_id) where kind = 'single' do nothing returning id`.execute(tx);
  const made = rows[0]?.id;
  if (made === undefined) return (await pairOf(tx, one, other))!.id;
  await sql`insert into im_member (conversation_id, employee_id, changed_at)
    select ${made}::uuid, id, ${now} from unnest(${[...new Set([one, other])]}::uuid[]) as who(id)`.execute(tx);
  return made;
}

/** The chat in which the product itself writes to somebody; it begins where there is none. */
export async function openSystemChat(tx: Db, uid: string): Promise<string> {
  const now = clock.now();
  await sql`select pg_advisory_xact_lock(hashtextextended(${uid}, 16))`.execute(tx);
  const { rows } = await sql<{ id: string }>`select c.id from im_conversation c join im_member m on m.conversation_id = c.id
    where c.kind = 'system' and m.employee_id = ${uid}::uuid`.execute(tx);
  if (rows[0]) return rows[0].id;
  const id = newId();
  await sql`insert into im_conversation (id, kind, created_at) values (${id}::uuid, 'system', ${now})`.execute(tx);
  await sql`insert into im_member (conversation_id, employee_id, changed_at) values (${id}::uuid, ${uid}::uuid, ${now})`.execute(tx);
  return id;
}

/** The conversation of a group; it begins where there is none. */
export async function openGroupChat(tx: Db, groupId: string): Promise<string> {
  await sql`insert into im_conversation (id, kind, group_id, created_at) values (${newId()}::uuid, 'group', ${groupId}::uuid, ${clock.now()})
    on conflict (group_id) do nothing`.execute(tx);
  return (await conversationOfGroup(tx, groupId))!.id;
}

/** What of the history those read who join. */
export type HistoryForNew = 'none' | '100' | 'all';

/** Lets people into a conversation; who was in it before reads on from where they are let in again. */
export async function letIn(tx: Db, conversationId: string, uids: readonly string[], history: HistoryForNew): Promise<void> {
  if (uids.length === 0) return;
  const from = history === 'all' ? sql`0` : history === '100' ? sql`greatest(c.last_seq - 100, 0)` : sql`c.last_seq`;
  await sql`insert into im_member (conversation_id, employee_id, from_seq, read_seq, changed_at)
    select c.id, who.id, ${from}, ${from}, ${clock.now()} from im_conversation c, unnest(${[...uids]}::uuid[]) as who(id)
    where c.id = ${conversationId}::uuid
    on conflict (conversation_id, employee_id) do update set
      from_seq = case when im_member.left_seq is null then im_member.from_seq else greatest(im_member.from_seq, excluded.from_seq) end,
      left_seq = null, changed_at = excluded.changed_at`.execute(tx);
}

/** Takes people out of a conversation: they read what was written until now and nothing later. */
export async function letOut(tx: Db, conversationId: string, uids: readonly string[]): Promise<void> {
  if (uids.length === 0) return;
  await sql`update im_member m set left_seq = c.last_seq, changed_at = ${clock.now()} from im_conversation c
    where c.id = m.conversation_id and c.id = ${conversationId}::uuid and m.left_seq is null and m.employee_id = any(${[...uids]}::uuid[])`.execute(
    tx,
  );
}
