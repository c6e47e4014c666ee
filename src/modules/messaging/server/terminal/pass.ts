import { createHash } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { sendDraft } from '../../common/client/message.schema.ts';
import type { clientForward, clientSearch, clientUrgent } from '../../common/client/pass.contract.ts';
import { sentKinds, type MessagingFunction } from '../../common/words.ts';
import { openBody, textOf } from '../engine/content.ts';
import { historyOf, ownMessage } from '../engine/history.ts';
import { announce } from '../engine/message-events.ts';
import { postIn } from '../engine/post.ts';
import { send } from '../engine/send.ts';
import type { MessageTable } from '../im.table.ts';
import { abilitiesOf } from '../role/functions.ts';
import type { Sender } from '../rule/send-request.ts';

const dayMillis = 86_400_000;
/** So often a day one person presses. */
const urgentPerDay = 5;

/** Refuses who has not this function (16001). */
export async function assertMay({ services, caller }: ClientCall, name: MessagingFunction): Promise<void> {
  if (!(await abilitiesOf(services)(caller.uid)).functions.has(name))
    throw new Refusal(16001, { function: { namespace: 'messaging', key: `function.${name}` } }, { function: name });
}

/** Calls everybody who has not read a message, at every terminal and by push, whatever they silenced. */
export async function pressFor(call: ClientCall, { messageId }: ClientInput<typeof clientUrgent>): Promise<{ count: number }> {
  const { services, db, caller } = call;
  const message = await ownMessage(db, caller.uid, messageId);
  if (message.sender_id !== caller.uid || message.state === 'recalled' || message.state === 'expired') throw new Refusal(16003);
  await assertMay(call, 'im.urgent');
  const now = services.now();
  const done = await call.write(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${caller.uid}, 17))`.execute(tx);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from im_message where sender_id = ${caller.uid}::uuid
      and sent_at > ${now - dayMillis} and flags @> '{urgent}'`.execute(tx);
    if (message.flags.includes('urgent')) return undefined;
    if (rows[0]!.n >= urgentPerDay) throw new Refusal(16007, { seconds: 3600 }, { seconds: 3600 });
    await sql`update im_message set flags = array_append(flags, 'urgent') where id = ${messageId}::uuid`.execute(tx);
    const { rows: unread } = await sql<{
      id: string;
    }>`select employee_id as id from im_member where conversation_id = ${message.conversation_id}::uuid
      and left_seq is null and employee_id <> ${caller.uid}::uuid and read_seq < ${message.seq}`.execute(tx);
    const uids = unread.map(({ id }) => id);
    await sql`insert into im_push (employee_id, conversation_id, seq, waiting, queued_at)
      select id, ${message.conversation_id}::uuid, ${message.seq}, 1, ${now} from unnest(${uids}::uuid[]) as who(id)
      on conflict (employee_id, conversation_id) do update set next_at = 0`.execute(tx);
    const sender = {
      kind: 'employee' as const,
      id: caller.uid,
      platform: call.terminal.platform,
      deviceId: call.terminal.installId,
      via: 'terminal' as const,
    };
    const sent = await postIn(tx, services, {
      conversationId: message.conversation_id,
      sender,
      kind: 'event',
      body: { what: 'urgent', messageId, seq: message.seq, uids },
    });
    return { sent, uids };
  });
  if (!done) return { count: 0 };
  await announce(services, [{ what: 'message', conversation: done.sent.conversationId, seq: done.sent.seq }]);
  return { count: done.uids.length };
}

/** The client id of one of the messages that a request becomes: the same request makes the same ones. */
export function partOf(clientId: string, at: number | string): string {
  const hex = createHash('sha256').update(`${clientId} ${at}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Passes messages on: each is a send of its own, asked like any other. */
export async function forward(
  call: ClientCall,
  sender: Sender,
  { messageIds, targets, merged, clientId }: ClientInput<typeof clientForward>,
): Promise<ClientReply<typeof clientForward>> {
  const { services, db, caller } = call;
  await assertMay(call, merged === undefined ? 'im.forward' : 'im.mergeForward');
  const messages: Selectable<MessageTable>[] = [];
  for (const id of messageIds) messages.push(await ownMessage(db, caller.uid, id));
  if (messages.some(({ state, kind }) => state === 'recalled' || state === 'expired' || !sentKinds.some((one) => one === kind)))
    throw new Refusal(16003);
  const opened = messages.map((row) => ({ row, body: openBody(services, row, row.body) ?? {} }));
  const requests: { kind: string; body: unknown; forwardOf?: string }[] = [];
  if (merged === undefined) for (const { row, body } of opened) requests.push({ kind: row.kind, body, forwardOf: row.id });
  else {
    const names = await services.directory.people(
      db,
      messages.map(({ sender_id }) => sender_id),
    );
    const items = opened.map(({ row, body }) => ({
      sender: names.get(row.sender_id)?.name ?? '-',
      at: row.sent_at,
      text: [
        ...textOf(
          sentKinds.find((one) => one === row.kind)!,
          body,
        ),
      ]
        .slice(0, 2000)
        .join(''),
    }));
    requests.push({ kind: 'merged', body: { title: merged, items } });
  }
  const sent: ClientReply<typeof clientForward>['sent'] = [];
  let at = 0;
  for (const target of targets)
    for (const request of requests) {
      const draft = sendDraft.parse({ ...request, ...target, clientId: partOf(clientId, at) });
      at += 1;
      sent.push(await send(services, sender, draft));
    }
  return { sent };
}

/** So many messages are opened for one answer. */
const mostLooked = 2_000;
const mostFound = 50;

/** Searches a conversation of one's own. There is no index of what is said: messages are opened, the newest first. */
export async function search(
  call: ClientCall,
  { conversationId, words, before }: ClientInput<typeof clientSearch>,
): Promise<ClientReply<typeof clientSearch>> {
  const { services, caller } = call;
  await assertMay(call, 'im.search');
  const { limits } = await abilitiesOf(services)(caller.uid);
  const since = services.now() - limits.historyDays * dayMillis;
  const rows = await historyOf(services, caller.uid, { conversationId, before, limit: mostLooked, since });
  const wanted = words
    .toLowerCase()
    .split(/\s+/u)
    .filter((one) => one !== '');
  const found = rows.toReversed().filter(({ kind, body }) => {
    const text = body === null ? '' : textOf(kind, body).toLowerCase();
    return text !== '' && wanted.every((word) => text.includes(word));
  });
  const page = found.slice(0, mostFound);
  const oldest = found.length > mostFound ? page.at(-1)!.seq : rows.length === mostLooked ? rows[0]!.seq : null;
  return { messages: page, next: oldest };
}
