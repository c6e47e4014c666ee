import { sql } from 'kysely';
import type { LocalDraft } from '#kit/common/language.ts';
import { idOf } from '#kit/server/ids.ts';
import type { CoreServices, Db } from '#kit/server/services.ts';
import { retryConflicts } from '#platform/database/retry-conflicts.ts';
import type { MessageKind } from '../../common/words.ts';
import { textOf } from '../engine/content.ts';
import { conversationOfGroup, openSystemChat } from '../engine/conversations.ts';
import { announce } from '../engine/message-events.ts';
import { postIn } from '../engine/post.ts';
import { isTwice } from '../engine/post-many.ts';
import { maySend } from '../rule/may-send.ts';
import { sendStepsOf } from '../rule/send-steps.ts';
import type { Sender, SendRequest, SendTarget } from '../rule/send-request.ts';
import '../im.table.ts';

/** What a robot writes, into a group or to one person. The same key again writes nothing and is answered with the first message. */
export interface RobotMessage {
  readonly key: string;
  readonly robot: { readonly id: string; readonly name: LocalDraft; readonly avatar?: string; readonly label?: LocalDraft };
  readonly to: { readonly groupId: string } | { readonly employeeId: string };
  readonly kind: MessageKind;
  readonly body: Readonly<Record<string, unknown>>;
  readonly mentions?: readonly string[];
  readonly mentionAll?: boolean;
  /** Files of the product that it carries. */
  readonly fileIds?: readonly string[];
  /** The most that it writes into one conversation within a minute. */
  readonly perMinute: number;
}

/** What became of it: the message, or a code with what fills its sentence; `wait` in seconds where it was too much. */
export type RobotSent =
  | { readonly messageId: string; readonly conversationId: string; readonly seq: number; readonly repeated: boolean }
  | { readonly refused: number; readonly params: Readonly<Record<string, unknown>>; readonly wait?: number };

const minuteMillis = 60_000;

async function earlier(db: Db, robotId: string, clientId: string): Promise<RobotSent | undefined> {
  const { rows } = await sql<{ messageId: string; conversationId: string; seq: number }>`select id as "messageId",
      conversation_id as "conversationId", seq from im_message where sender_id = ${robotId}::uuid and client_id = ${clientId}::uuid`.execute(
    db,
  );
  return rows[0] && { ...rows[0], repeated: true };
}

/** Seconds until a robot may write into a conversation again; 0: now. The conversation is locked, so that this holds over all processes. */
async function waitIn(tx: Db, place: { conversationId: string; robotId: string; perMinute: number; now: number }): Promise<number> {
  await sql`select from im_conversation where id = ${place.conversationId}::uuid for update`.execute(tx);
  const { rows } = await sql<{ n: number; oldest: number | null }>`select count(*)::int as n, min(sent_at) as oldest from (
      select sent_at from im_message where sender_id = ${place.robotId}::uuid and conversation_id = ${place.conversationId}::uuid
        and sent_at > ${place.now - minuteMillis} order by sent_at desc limit ${place.perMinute}) as last`.execute(tx);
  const { n, oldest } = rows[0]!;
  return n < place.perMinute ? 0 : Math.max(1, Math.ceil(((oldest ?? place.now) + minuteMillis - place.now) / 1000));
}

/**
 * Writes a message of a robot: by the question that every send answers (words, banned groups, a paused engine), so often a minute, once for
 * each key. Who may let the robot write, and whether it is in the group, its own module has asked.
 */
export async function postAsRobot(services: CoreServices, message: RobotMessage): Promise<RobotSent> {
  const { db } = services.database;
  const { robot, to, perMinute } = message;
  const clientId = idOf(`robot ${robot.id} ${message.key}`);
  const before = await earlier(db, robot.id, clientId);
  if (before) return before;
  const chat = 'groupId' in to ? await conversationOfGroup(db, to.groupId) : undefined;
  if ('groupId' in to && !chat) return { refused: 16003, params: {} };
  const target: SendTarget =
    'groupId' in to
      ? { kind: 'group', conversationId: chat!.id, groupId: to.groupId, peerId: null }
      : { kind: 'system', conversationId: null, groupId: null, peerId: null };
  const sender: Sender = {
    kind: 'robot',
    id: robot.id,
    language: 'zh_CN',
    platform: null,
    address: null,
    deviceId: null,
    via: 'open',
  };
  const [mentions, mentionAll] = [message.mentions ?? [], message.mentionAll ?? false];
  const request: SendRequest = {
    sender,
    target,
    message: {
      kind: message.kind,
      body: message.body,
      text: textOf(message.kind, message.body),
      // Files of a robot are the product's own: nobody has to own them.
      fileIds: [],
      files: [],
      mentions,
      mentionAll,
      forwardOf: null,
    },
    tried: false,
  };
  const verdict = await maySend(services, request);
  if (!verdict.allowed) {
    const refused = verdict.steps.at(-1)!.refused!;
    return { refused: refused.code, params: refused.params ?? {} };
  }
  const said = verdict.body ?? message.body;
  const { id: _id, ...mark } = robot;
  try {
    const sent = await retryConflicts(() =>
      db.transaction().execute(async (tx) => {
        const conversationId = 'groupId' in to ? chat!.id : await openSystemChat(tx, to.employeeId);
        const wait = await waitIn(tx, { conversationId, robotId: robot.id, perMinute, now: services.now() });
        if (wait > 0) return wait;
        return postIn(tx, services, {
          conversationId,
          sender,
          clientId,
          kind: message.kind,
          // Robots are another module's: their messages carry who wrote them.
          body: { ...said, robot: mark },
          ...(verdict.replaced && { original: message.body }),
          mentions,
          mentionAll,
          fileIds: message.fileIds ?? [],
          flags: verdict.flags,
        });
      }),
    );
    if (typeof sent === 'number') return { refused: 16007, params: { seconds: sent }, wait: sent };
    await announce(services, [{ what: 'message', conversation: sent.conversationId, seq: sent.seq }]);
    for (const step of sendStepsOf(services).all()) await step.done?.(services, request, sent);
    return { messageId: sent.messageId, conversationId: sent.conversationId, seq: sent.seq, repeated: false };
  } catch (error) {
    const first = isTwice(error) ? await earlier(db, robot.id, clientId) : undefined;
    if (first) return first;
    throw error;
  }
}
