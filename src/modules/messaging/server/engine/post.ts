import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import type { CoreServices } from '#kit/server/services.ts';
import type { MessageKind } from '../../common/words.ts';
import type { Sent, Sender } from '../rule/send-request.ts';
import { digestOf, sealBody, textOf } from './content.ts';
import { preparedMark } from '#platform/database/prepared.ts';
import '../im.table.ts';

/** A message that may be sent. */
export interface Post {
  readonly conversationId: string;
  readonly sender: Pick<Sender, 'kind' | 'id' | 'platform' | 'deviceId' | 'via'>;
  readonly clientId?: string;
  readonly requestHash?: Buffer;
  readonly kind: MessageKind;
  readonly body: Readonly<Record<string, unknown>>;
  /** What was entered, where words were replaced. */
  readonly original?: Readonly<Record<string, unknown>>;
  readonly fileIds?: readonly string[];
  readonly mentions?: readonly string[];
  readonly mentionAll?: boolean;
  readonly replyTo?: number | null;
  readonly forwardOf?: string | null;
  readonly flags?: readonly string[];
  readonly claimedAt?: number | null;
}

/** The sender is no longer in the conversation at the moment of the commit. */
export class NotThere extends Error {}

/** A statement that connections keep. */
const kept = sql.raw(preparedMark);

/** How long a terminal has to say that it got a message before its person is taken for off line. */
export const pushAfterMillis = 3_000;

/** A message as its row, but for its number. */
export function rowOf(services: Pick<CoreServices, 'secrets'>, post: Post, now: number) {
  const id = newId();
  const place = { id, conversation_id: post.conversationId };
  const body = sealBody(services, place, post.body);
  return {
    ...place,
    client_id: post.clientId ?? id,
    wish_hash: post.requestHash ?? Buffer.alloc(0),
    sender_kind: post.sender.kind,
    sender_id: post.sender.id,
    device_id: post.sender.deviceId,
    platform: post.sender.platform,
    via: post.sender.via,
    kind: post.kind,
    body,
    original: post.original ? sealBody(services, place, post.original, 'original') : null,
    size: body.length,
    file_ids: [...(post.fileIds ?? [])],
    mentions: [...(post.mentions ?? [])],
    mention_all: post.mentionAll ?? false,
    reply_to: post.replyTo ?? null,
    forward_of: post.forwardOf ?? null,
    digest: digestOf(services, textOf(post.kind, post.body)),
    flags: [...(post.flags ?? [])],
    state: post.original ? 'replaced' : 'normal',
    sent_at: now,
    claimed_at: post.claimedAt ?? null,
  } as const;
}

/**
 * Writes a message in a transaction: the row of the conversation is locked, so that numbers follow each other in the order of the commits,
 * without gaps. Who is told of it is `announce`, after the commit.
 */
export async function postIn(tx: Db, services: Pick<CoreServices, 'secrets' | 'now'>, post: Post): Promise<Sent> {
  const now = services.now();
  const row = rowOf(services, post, now);
  const byPerson = post.sender.kind === 'employee' && post.kind !== 'recall' && post.kind !== 'event';
  const here = byPerson
    ? sql`and exists (select from im_member m where m.conversation_id = c.id and m.employee_id = ${post.sender.id}::uuid and m.left_seq is null)`
    : sql``;
  const { rows } = await sql<{
    seq: number;
  }>`${kept} update im_conversation c set last_seq = last_seq + 1, last_at = greatest(last_at, ${now}::bigint),
      bytes = bytes + ${row.size}::bigint where id = ${post.conversationId}::uuid ${here} returning last_seq as seq`.execute(tx);
  const seq = rows[0]?.seq;
  if (seq === undefined) throw new NotThere();
  const written = { ...row, seq };
  const [names, values] = [Object.keys(written).map((name) => sql.ref(name)), Object.values(written).map((value) => sql`${value}`)];
  await sql`${kept} insert into im_message (${sql.join(names)}) values (${sql.join(values)})`.execute(tx);
  if (post.kind !== 'event')
    await sql`${kept} insert into im_outbox (conversation_id, seq, due_at) values (${post.conversationId}::uuid, ${seq}, ${now + pushAfterMillis})`.execute(
      tx,
    );
  return { messageId: row.id, conversationId: post.conversationId, seq, sentAt: now, state: row.state };
}
