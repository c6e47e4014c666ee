import { sql } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { clientEdit, clientReceipts } from '../../common/client/client.contract.ts';
import { digestOf, openBody, sealBody } from '../engine/content.ts';
import { ownMessage } from '../engine/history.ts';
import { announce } from '../engine/message-events.ts';
import { postIn } from '../engine/post.ts';
import { changeOf, recallIn, type Recalled } from '../engine/recall.ts';
import { targetOf } from '../engine/send.ts';
import { abilitiesOf } from '../role/functions.ts';
import { maySend, refusalOf } from '../rule/may-send.ts';
import { groupFactsOf } from '../rule/group-facts.ts';
import type { Sender, SendRequest } from '../rule/send-request.ts';
import { messagingSettings } from '../settings.ts';

const needs = (name: string): Refusal =>
  new Refusal(16001, { function: { namespace: 'messaging', key: `function.${name}` } }, { function: name });

/** Recalls a message of one's own within the minutes that are set, or as a manager of the group whoever's it is. */
export async function recallOwn(call: ClientCall, sender: Sender, messageId: string): Promise<Recalled & { state: 'normal' }> {
  const { services, db, caller } = call;
  const message = await ownMessage(db, caller.uid, messageId);
  const manages = await groupFactsOf(services).now().manages(message.conversation_id, caller.uid);
  if (message.sender_id === caller.uid) {
    if (!(await abilitiesOf(services)(caller.uid)).functions.has('im.recall')) throw needs('im.recall');
    const { recallMinutes } = await messagingSettings.now(services);
    if (services.now() - message.sent_at > recallMinutes * 60_000 && !manages) throw new Refusal(16009);
  } else if (!manages) throw new Refusal(16009);
  const recalled = await call.write((tx) => recallIn(tx, services, [message], { sender, shownText: null }));
  const [done] = recalled;
  if (!done) throw new Refusal(16009);
  await announce(services, changeOf(recalled));
  return { ...done, state: 'normal' };
}

/** Changes the text of a message of one's own; what it said before is kept for cases. */
export async function editOwn(call: ClientCall, sender: Sender, { messageId, text }: ClientInput<typeof clientEdit>) {
  const { services, db, caller } = call;
  const message = await ownMessage(db, caller.uid, messageId);
  if (message.sender_id !== caller.uid) throw new Refusal(16010);
  if (!(await abilitiesOf(services)(caller.uid)).functions.has('im.edit')) throw needs('im.edit');
  const { editMinutes } = await messagingSettings.now(services);
  const isText = message.kind === 'text' || message.kind === 'markdown';
  if (!isText || message.state === 'recalled' || services.now() - message.sent_at > editMinutes * 60_000) throw new Refusal(16010);
  const request: SendRequest = {
    sender,
    target: await targetOf(services, caller.uid, { conversationId: message.conversation_id }),
    message: {
      kind: message.kind === 'text' ? 'text' : 'markdown',
      body: { text },
      text,
      fileIds: [],
      files: [],
      mentions: [],
      mentionAll: false,
      forwardOf: null,
    },
    tried: false,
  };
  const verdict = await maySend(services, request);
  if (!verdict.allowed) throw await refusalOf(services, request, verdict);
  const before = openBody(services, message, message.body) ?? {};
  const sent = await call.write(async (tx) => {
    await tx
      .updateTable('im_message')
      .set({
        body: sealBody(services, message, verdict.body ?? { text }),
        original: message.original ?? sealBody(services, message, before, 'original'),
        digest: digestOf(services, text),
        state: 'edited',
      })
      .where('id', '=', message.id)
      .execute();
    // An edit is told in the order of everything else.
    const body = { what: 'edited', messageId: message.id, seq: message.seq, body: verdict.body ?? { text } };
    return postIn(tx, services, { conversationId: message.conversation_id, sender, kind: 'event', body });
  });
  await announce(services, [{ what: 'message', conversation: sent.conversationId, seq: sent.seq }]);
  return sent;
}

const mostNamed = 1_000;

/** Who has read a message of one's own; of large groups only how many. */
export async function receiptsOf(
  call: ClientCall,
  { messageId }: ClientInput<typeof clientReceipts>,
): Promise<ClientReply<typeof clientReceipts>> {
  const { services, db, caller } = call;
  const message = await ownMessage(db, caller.uid, messageId);
  if (!(await abilitiesOf(services)(caller.uid)).functions.has('im.readList')) throw needs('im.readList');
  const { readMarks } = await messagingSettings.now(services);
  const { rows } = await sql<{ kind: string }>`select kind from im_conversation where id = ${message.conversation_id}::uuid`.execute(db);
  if (readMarks === 'off' || (readMarks === 'single' && rows[0]?.kind !== 'single')) throw needs('im.readList');
  const { rows: members } = await sql<{
    id: string;
    read: boolean;
  }>`select employee_id as id, read_seq >= ${message.seq} as read from im_member
    where conversation_id = ${message.conversation_id}::uuid and left_seq is null and employee_id <> ${message.sender_id}::uuid`.execute(
    db,
  );
  const read = members.filter((one) => one.read).map(({ id }) => id);
  const unread = members.filter((one) => !one.read).map(({ id }) => id);
  const named = members.length <= mostNamed;
  return { read: named ? read : [], unread: named ? unread : [], readCount: read.length, total: members.length };
}
