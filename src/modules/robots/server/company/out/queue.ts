import { newId } from '#kit/server/ids.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { sql } from 'kysely';
import { replyMinutes, type RobotEvent } from '../../../common/company/words.ts';
import type { RobotFacts } from '../facts.ts';
import { eventToken } from '../keys.ts';
import '../robot.table.ts';

/** Something that happened in a group, as the address of a robot is told of it. */
export interface RobotHappening {
  readonly event: RobotEvent;
  readonly groupId: string;
  readonly conversationId: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

const placeOf = (id: string) => ({ table: 'robot_event', column: 'body', row: id });

/** Whether a robot is told of an event at all. */
const listens = (robot: RobotFacts, event: RobotEvent): boolean =>
  robot.enabled && robot.outOn && robot.outUrl !== null && robot.outEvents.includes(event);

/** Puts an event behind those that the robot has still to be told of in the group; one whose address is paused is told of nothing. */
export async function queueEvent(
  db: Db,
  services: Pick<Services, 'secrets' | 'now'>,
  robot: RobotFacts,
  { event, groupId, conversationId, facts }: RobotHappening,
): Promise<boolean> {
  if (!listens(robot, event)) return false;
  const { rows } = await sql`select from robot_out where robot_id = ${robot.id}::uuid and paused_at is not null`.execute(db);
  if (rows.length > 0) return false;
  const [id, now] = [newId(), services.now()];
  const replyUntil = now + replyMinutes * 60_000;
  const body = { eventId: id, event, at: now, robot: robot.code, token: eventToken(services, id), replyUntil, ...facts };
  await db
    .insertInto('robot_event')
    .values({
      id,
      robot_id: robot.id,
      group_id: groupId,
      conversation_id: conversationId,
      event,
      body: services.secrets.seal(JSON.stringify(body), placeOf(id)),
      at: now,
      next_at: now,
      state: 'waiting',
      attempts: 0,
      reply_until: replyUntil,
      replied_at: null,
    })
    .execute();
  return true;
}

/** What is told of an event. */
export const eventBody = ({ secrets }: Pick<Services, 'secrets'>, id: string, sealed: string): string => secrets.open(sealed, placeOf(id));
