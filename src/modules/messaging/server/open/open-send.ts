import { sql } from 'kysely';
import { newId } from '#kit/server/ids.ts';
import type { CoreServices, Db } from '#kit/server/services.ts';
import { retryConflicts } from '#platform/database/retry-conflicts.ts';
import { conversationOfGroup, openGroupChat, openSystemChat } from '../engine/conversations.ts';
import { announce, type MessageChange } from '../engine/message-events.ts';
import { postIn } from '../engine/post.ts';
import { changeOf, recallIn, type Recallable } from '../engine/recall.ts';
import { maySend } from '../rule/may-send.ts';
import type { SendTarget, SendRequest } from '../rule/send-request.ts';
import { systemSender } from '../system-sender.ts';

const sender = { ...systemSender, via: 'open' } as const;

/** What a system writes, to whom; `outId` is its own name for it. */
export interface OpenRequest {
  readonly systemId: string;
  readonly outId: string;
  readonly text: string;
  readonly employeeIds: readonly string[];
  readonly groupIds: readonly string[];
}

/** What became of it. */
export interface OpenSent {
  readonly repeated: boolean;
  readonly delivered: number;
  /** Groups in which nobody may write now. */
  readonly failed: number;
}

/** The body as it is sent to one kind of target; a refusal with its code. */
async function judged(
  services: CoreServices,
  text: string,
  target: SendTarget,
  tried: boolean,
): Promise<{ body: Record<string, unknown>; code: number }> {
  const request: SendRequest = {
    sender: { ...sender, language: 'zh_CN', address: null },
    target,
    message: { kind: 'text', body: { text }, text, fileIds: [], files: [], mentions: [], mentionAll: false, forwardOf: null },
    tried,
  };
  const verdict = await maySend(services, request);
  return { body: { ...(verdict.body ?? { text }) }, code: verdict.allowed ? 0 : (verdict.steps.at(-1)?.refused?.code ?? 0) };
}

/** Whether people may be written this; 0, or the code of the refusal. */
export async function mayOpen(
  services: CoreServices,
  text: string,
  tried: boolean,
): Promise<{ body: Record<string, unknown>; code: number }> {
  return judged(services, text, { kind: 'system', conversationId: null, groupId: null, peerId: null }, tried);
}

/** Writes into the chats of the product with people, and into groups, once for each id of the system. */
export async function sendOpen(services: CoreServices, request: OpenRequest, body: Record<string, unknown>): Promise<OpenSent> {
  const { db } = services.database;
  const groups: { id: string; body: Record<string, unknown> }[] = [];
  let failed = 0;
  for (const id of request.groupIds) {
    const chat = await conversationOfGroup(db, id);
    const verdict = await judged(
      services,
      request.text,
      { kind: 'group', conversationId: chat?.id ?? null, groupId: id, peerId: null },
      false,
    );
    if (verdict.code === 0) groups.push({ id, body: verdict.body });
    else failed += 1;
  }
  const news: MessageChange[] = [];
  const before = await retryConflicts(() =>
    db.transaction().execute(async (tx) => {
      news.length = 0;
      const sendId = newId();
      const made =
        await sql`insert into im_open_send (id, system_id, out_id, at) values (${sendId}::uuid, ${request.systemId}::uuid, ${request.outId},
        ${services.now()}) on conflict do nothing returning id`.execute(tx);
      if (made.rows.length === 0) return deliveredBefore(tx, request);
      const write = async (
        conversationId: string,
        said: Record<string, unknown>,
        to: { employeeId?: string; groupId?: string },
      ): Promise<void> => {
        const { messageId, seq } = await postIn(tx, services, { conversationId, sender, kind: 'text', body: said });
        await sql`insert into im_open_message (send_id, message_id, conversation_id, seq, employee_id, group_id) values (${sendId}::uuid,
          ${messageId}::uuid, ${conversationId}::uuid, ${seq}, ${to.employeeId ?? null}::uuid, ${to.groupId ?? null}::uuid)`.execute(tx);
        news.push({ what: 'message', conversation: conversationId, seq });
      };
      for (const employeeId of request.employeeIds.toSorted()) await write(await openSystemChat(tx, employeeId), body, { employeeId });
      for (const group of groups.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
        await write(await openGroupChat(tx, group.id), group.body, { groupId: group.id });
      return undefined;
    }),
  );
  if (before !== undefined) return { repeated: true, delivered: before, failed: 0 };
  await announce(services, news);
  return { repeated: false, delivered: news.length, failed };
}

async function deliveredBefore(db: Db, { systemId, outId }: Pick<OpenRequest, 'systemId' | 'outId'>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from im_open_message m join im_open_send s on s.id = m.send_id
    where s.system_id = ${systemId}::uuid and s.out_id = ${outId}`.execute(db);
  return rows[0]!.n;
}

type Named = Pick<OpenRequest, 'systemId' | 'outId'>;

/** Whether a system sent something under this id. */
export async function knowsOpen(db: Db, { systemId, outId }: Named): Promise<boolean> {
  const { rows } = await sql`select from im_open_send where system_id = ${systemId}::uuid and out_id = ${outId}`.execute(db);
  return rows.length > 0;
}

/** Recalls what a system sent under this id; answers how many messages. */
export async function recallOpen(services: CoreServices, { systemId, outId }: Named): Promise<number> {
  const { db } = services.database;
  const recalled = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<Recallable>`select msg.id, msg.conversation_id, msg.seq, msg.state from im_open_message m
      join im_open_send s on s.id = m.send_id join im_message msg on msg.id = m.message_id
      where s.system_id = ${systemId}::uuid and s.out_id = ${outId} order by msg.conversation_id`.execute(tx);
    return recallIn(tx, services, rows, { sender, shownText: null });
  });
  await announce(services, changeOf(recalled));
  return recalled.length;
}

/** How far what a system sent has come. */
export interface OpenReceipts {
  readonly people: readonly { readonly employeeId: string; readonly state: 'sent' | 'delivered' | 'read' | 'recalled' }[];
  readonly groups: readonly { readonly groupId: string; readonly members: number; readonly delivered: number; readonly read: number }[];
}

/** Who has what a system sent on a terminal, and who has read it; of groups the numbers alone. */
export async function receiptsOfOpen(db: Db, { systemId, outId }: Named): Promise<OpenReceipts> {
  const own = sql`im_open_message m join im_open_send s on s.id = m.send_id and s.system_id = ${systemId}::uuid and s.out_id = ${outId}
    join im_message msg on msg.id = m.message_id`;
  const there = sql`exists (select from im_delivery d where d.conversation_id = m.conversation_id and d.employee_id = mem.employee_id
    and d.delivered_seq >= m.seq)`;
  const people = await sql<
    OpenReceipts['people'][number]
  >`select m.employee_id as "employeeId", case when msg.state = 'recalled' then 'recalled'
      when mem.read_seq >= m.seq then 'read' when ${there} then 'delivered' else 'sent' end as state
    from ${own} join im_member mem on mem.conversation_id = m.conversation_id and mem.employee_id = m.employee_id
    where m.employee_id is not null order by m.employee_id`.execute(db);
  const groups = await sql<OpenReceipts['groups'][number]>`select m.group_id as "groupId", count(*)::int as members,
      (count(*) filter (where ${there}))::int as delivered, (count(*) filter (where mem.read_seq >= m.seq))::int as read
    from ${own} join im_member mem on mem.conversation_id = m.conversation_id and mem.from_seq < m.seq and mem.left_seq is null
    where m.group_id is not null group by m.group_id order by m.group_id`.execute(db);
  return { people: people.rows, groups: groups.rows };
}
