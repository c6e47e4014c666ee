import { Refusal } from '#kit/server/refusal.ts';
import type { CoreServices, Db } from '#kit/server/services.ts';
import { retryConflicts } from '#platform/database/retry-conflicts.ts';
import type { SendDraft } from '../../common/client/message.schema.ts';
import { maySend, refusalOf } from '../rule/may-send.ts';
import { sendStepsOf } from '../rule/send-steps.ts';
import type { Sender, SendTarget, SendRequest, Sent, RequestedFile, RequestedMessage } from '../rule/send-request.ts';
import { hashOf, textOf } from './content.ts';
import { openPair, pairOf } from './conversations.ts';
import { announce } from './message-events.ts';
import { NotThere, postIn, type Post } from './post.ts';
import { isTwice, postOne } from './post-many.ts';
import { conversationFor, sentUnder } from './send-facts.ts';
import '#kit/server/files/file.table.ts';

/** Where a request leads to; what nobody knows is refused by the step `target` with the same words as what is hidden. */
export async function targetOf(
  services: Pick<CoreServices, 'database'>,
  uid: string,
  request: { conversationId?: string | undefined; peerId?: string | undefined },
): Promise<SendTarget> {
  if (request.conversationId !== undefined) {
    const found = await conversationFor(services, request.conversationId);
    if (!found) throw new Refusal(16003);
    const { id: conversationId, kind, groupId, oneId, otherId } = found;
    // Who is none of the two is answered as by a conversation that is not there.
    if (kind === 'single' && uid !== oneId && uid !== otherId) throw new Refusal(16003);
    return { kind, conversationId, groupId, peerId: kind === 'single' ? (oneId === uid ? otherId : oneId) : null };
  }
  const peerId = request.peerId ?? null;
  const pair = peerId === null ? undefined : await pairOf(services.database.db, uid, peerId);
  return { kind: 'single', conversationId: pair?.id ?? null, groupId: null, peerId };
}

/** The message with this client id that somebody sent before: the same request gets its answer again, another one is refused. */
async function sentBefore(
  services: CoreServices,
  uid: string,
  { clientId, hash }: { clientId: string; hash: Buffer },
): Promise<Sent | undefined> {
  const row = await sentUnder(services)({ uid, clientId });
  if (!row) return undefined;
  if (!row.wish_hash.equals(hash)) throw new Refusal(16011);
  const state = row.original === null ? 'normal' : 'replaced';
  return { messageId: row.id, conversationId: row.conversation_id, seq: row.seq, sentAt: row.sent_at, state };
}

async function filesOf(db: Db, ids: readonly string[]): Promise<RequestedFile[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('file')
    .select(['id', 'name', 'type as contentType', 'size'])
    .where('id', 'in', [...ids])
    .execute();
  return rows;
}

async function messageOf(db: Db, draft: SendDraft): Promise<RequestedMessage> {
  const body: Readonly<Record<string, unknown>> = draft.body;
  const fileIds = typeof body['fileId'] === 'string' ? [body['fileId']] : [];
  return {
    kind: draft.kind,
    body,
    text: textOf(draft.kind, body),
    fileIds,
    files: await filesOf(db, fileIds),
    mentions: draft.mentions,
    mentionAll: draft.mentionAll,
    forwardOf: draft.forwardOf ?? null,
  };
}

/** Sends what a terminal requests: once, however often it is asked for under the same client id. */
export async function send(services: CoreServices, sender: Sender, draft: SendDraft, { bulk = false } = {}): Promise<Sent> {
  const { db } = services.database;
  const { claimedAt, ...requested } = draft;
  const hash = hashOf(requested);
  const request: SendRequest = {
    sender,
    target: await targetOf(services, sender.id, draft),
    message: await messageOf(db, draft),
    tried: false,
    bulk,
  };
  const verdict = await maySend(services, request);
  if (!verdict.allowed) {
    // What was sent already stays sent, whatever is said of it now.
    const before = await sentBefore(services, sender.id, { clientId: draft.clientId, hash });
    if (before) return before;
    throw await refusalOf(services, request, verdict);
  }
  const message = request.message!;
  const post: Omit<Post, 'conversationId'> = {
    sender,
    clientId: draft.clientId,
    requestHash: hash,
    kind: draft.kind,
    body: verdict.body ?? message.body,
    ...(verdict.replaced && { original: message.body }),
    fileIds: message.fileIds,
    mentions: message.mentions,
    mentionAll: message.mentionAll,
    replyTo: draft.replyTo ?? null,
    forwardOf: message.forwardOf,
    flags: bulk ? [...verdict.flags, 'bulk'] : verdict.flags,
    claimedAt: claimedAt ?? null,
  };
  const sent = await written(services, request, post);
  if (!sent) return (await sentBefore(services, sender.id, { clientId: draft.clientId, hash }))!;
  // Who sent it need not wait until other processes have heard of it.
  void announce(services, [{ what: 'message', conversation: sent.conversationId, seq: sent.seq }]);
  for (const step of sendStepsOf(services).all()) await step.done?.(services, request, sent);
  return sent;
}

/** The message as it was written; undefined where the same one was written meanwhile. */
async function written(
  services: CoreServices,
  { target, sender }: SendRequest,
  post: Omit<Post, 'conversationId'>,
): Promise<Sent | undefined> {
  const known = target.conversationId;
  try {
    if (known !== null && sender.kind === 'employee') return await postOne(services, { ...post, conversationId: known });
    return await retryConflicts(() =>
      services.database.db.transaction().execute(async (tx) => {
        const conversationId = known ?? (await openPair(tx, sender.id, target.peerId!));
        return postIn(tx, services, { ...post, conversationId });
      }),
    );
  } catch (error) {
    if (error instanceof NotThere) throw new Refusal(16003);
    if (isTwice(error)) return undefined;
    throw error;
  }
}

/** Writes something of the product's own (an event, a notice, a card) and tells of it. */
export async function post(services: CoreServices, message: Post): Promise<Sent> {
  const sent = await services.database.db.transaction().execute((tx) => postIn(tx, services, message));
  await announce(services, [{ what: 'message', conversation: sent.conversationId, seq: sent.seq }]);
  return sent;
}
