import type { Tx } from '#kit/server/directory.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { openGroupChat, postIn, systemSender, type MessageChange } from '#modules/messaging/server/public.ts';

/** Writes an event into the conversation of a group; who is told of it is `announce`. */
export async function eventIn(
  tx: Tx,
  { services }: { services: Pick<CoreServices, 'secrets' | 'now'> },
  groupId: string,
  body: Readonly<Record<string, unknown>>,
): Promise<MessageChange> {
  const conversationId = await openGroupChat(tx, groupId);
  const { seq } = await postIn(tx, services, { conversationId, sender: systemSender, kind: 'event', body });
  return { what: 'message', conversation: conversationId, seq };
}
