import { sql, type Selectable } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { CoreServices } from '#kit/server/services.ts';
import type { Sender } from '../rule/send-request.ts';
import type { MessageTable } from '../im.table.ts';
import { justWrittenOf } from './just-written.ts';
import { postIn } from './post.ts';
import type { MessageChange } from './message-events.ts';

/** A message to be taken back. */
export type Recallable = Pick<Selectable<MessageTable>, 'id' | 'conversation_id' | 'seq' | 'state'>;

/** What recalling wrote: its own message, to be told of after the commit. */
export interface Recalled {
  readonly messageId: string;
  readonly conversationId: string;
  readonly seq: number;
  readonly sentAt: number;
}

/** Who recalls, and what is shown in the place of the message. */
export interface RecallBy {
  readonly sender: Pick<Sender, 'kind' | 'id' | 'platform' | 'deviceId' | 'via'>;
  readonly shownText: Readonly<Record<string, string>> | null;
  /** The order of the console that it belongs to: the terminals that have the message are noted. */
  readonly orderId?: string;
}

/** Recalls messages in a transaction: each gets a message of its own behind it, so that order and delivery are one. Those that are recalled already are left. */
export async function recallIn(
  tx: Db,
  services: Pick<CoreServices, 'database' | 'secrets' | 'now'>,
  messages: readonly Recallable[],
  { sender, shownText, orderId }: RecallBy,
): Promise<Recalled[]> {
  const recalled: Recalled[] = [];
  for (const message of messages) {
    const { rows } =
      await sql`update im_message set state = 'recalled' where id = ${message.id}::uuid and state not in ('recalled', 'expired')
      returning id`.execute(tx);
    if (rows.length === 0) continue;
    const sent = await postIn(tx, services, {
      conversationId: message.conversation_id,
      sender,
      kind: 'recall',
      body: { seq: message.seq, messageId: message.id, ...(shownText && { shownText }) },
    });
    justWrittenOf(services).clear();
    await sql`update im_message set recall_seq = ${sent.seq} where id = ${message.id}::uuid`.execute(tx);
    if (orderId !== undefined) {
      await sql`insert into im_recall_message (order_id, message_id) values (${orderId}::uuid, ${message.id}::uuid)`.execute(tx);
      await sql`insert into im_recall_target (order_id, conversation_id, recall_seq, employee_id, device_id, platform)
        select ${orderId}::uuid, d.conversation_id, ${sent.seq}, d.employee_id, d.device_id, d.platform from im_delivery d
        where d.conversation_id = ${message.conversation_id}::uuid and d.delivered_seq >= ${message.seq}`.execute(tx);
    }
    recalled.push({ messageId: message.id, conversationId: sent.conversationId, seq: sent.seq, sentAt: sent.sentAt });
  }
  return recalled;
}

/** What is told of recalls after the commit. */
export const changeOf = (recalled: readonly Recalled[]): MessageChange[] =>
  recalled.map(({ conversationId, seq }) => ({ what: 'message', conversation: conversationId, seq }));
