import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Services } from '#kit/server/services.ts';
import { UnknownShape, type RobotContent } from './content.ts';
import { robotByCode, robotById, type RobotFacts } from './facts.ts';
import { own } from './hook/shapes.ts';
import { eventOfToken } from './keys.ts';
import { noteCall } from './log.ts';
import { postFromRobot, type RobotPosted, type RobotTarget } from './post.ts';

/** What a system asks a robot to write. */
export interface OpenRobotSend {
  readonly robot: string;
  /** In the robot's own shape. */
  readonly message: unknown;
  readonly groupIds: readonly string[];
  readonly employeeIds: readonly string[];
  /** The caller's own name for it: the same again writes nothing. */
  readonly outId: string;
}

/** What became of it: ids of the messages, and targets that were refused with their codes. */
export interface OpenRobotSent {
  readonly messageIds: readonly string[];
  readonly refused: readonly { readonly target: string; readonly code: number }[];
}

/** Why nothing was written at all. */
export interface OpenRobotRefused {
  readonly code: number;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The condition that a robot belongs to a department of the range of a grant; `column` holds the department. */
type Inside = (column: RawBuilder<unknown>) => RawBuilder<boolean>;

function contentIn(message: unknown): RobotContent | OpenRobotRefused {
  try {
    return own(message);
  } catch (error) {
    if (error instanceof UnknownShape) return { code: 17094, params: { reason: error.message } };
    throw error;
  }
}

async function isInside(services: Services, robot: RobotFacts, inside: Inside): Promise<boolean> {
  const { rows } = await sql`select from robot r where r.id = ${robot.id}::uuid and ${inside(sql`r.company_dept_id`)}`.execute(
    services.database.db,
  );
  return rows.length > 0;
}

async function written(
  services: Services,
  robot: RobotFacts,
  request: { to: RobotTarget; content: RobotContent; key: string; event: string },
): Promise<RobotPosted> {
  const started = performance.now();
  const posted = await postFromRobot(services, robot, request);
  const isDone = 'messageId' in posted;
  await noteCall(services, {
    robotId: robot.id,
    direction: 'open',
    event: request.event,
    groupId: 'groupId' in request.to ? request.to.groupId : null,
    status: isDone ? 'done' : 'refused',
    class: isDone ? 'ok' : 'refused',
    code: isDone ? 0 : posted.code,
    ms: performance.now() - started,
    requestId: request.key.slice(0, 120),
    messageId: isDone ? posted.messageId : null,
  });
  return posted;
}

/** Lets a robot write into groups that it is in and to people, for a system whose grant reaches the robot; undefined where there is none such. */
export async function sendAsRobot(
  services: Services,
  request: OpenRobotSend,
  by: { systemId: string | null; tried: boolean; inside: Inside },
): Promise<OpenRobotSent | OpenRobotRefused | undefined> {
  const robot = await robotByCode(services.database.db, request.robot);
  if (!robot || !(await isInside(services, robot, by.inside))) return undefined;
  if (!robot.enabled) return { code: 17092, params: {} };
  const content = contentIn(request.message);
  if ('code' in content) return content;
  if (by.tried || by.systemId === null) return { messageIds: [], refused: [] };
  const targets: [string, RobotTarget][] = [
    ...request.groupIds.map((groupId): [string, RobotTarget] => [groupId, { groupId }]),
    ...request.employeeIds.map((employeeId): [string, RobotTarget] => [employeeId, { employeeId }]),
  ];
  const messageIds: string[] = [];
  const refused: { target: string; code: number }[] = [];
  for (const [target, to] of targets) {
    const key = `open ${by.systemId} ${request.outId} ${target}`;
    const posted = await written(services, robot, { to, content, key, event: 'send' });
    if ('messageId' in posted) messageIds.push(posted.messageId);
    else refused.push({ target, code: posted.code });
  }
  return { messageIds, refused };
}

/** Answers an event by its token: once, within half an hour, in the group in which it happened; undefined for a token that opens nothing. */
export async function replyAsRobot(
  services: Services,
  { token, message }: { token: string; message: unknown },
  by: { systemId: string | null; tried: boolean; inside: Inside },
): Promise<OpenRobotSent | OpenRobotRefused | undefined> {
  const eventId = eventOfToken(services, token);
  if (eventId === undefined) return undefined;
  const { db } = services.database;
  const { rows } = await sql<{ robotId: string; groupId: string }>`select robot_id as "robotId", group_id as "groupId" from robot_event
    where id = ${eventId}::uuid and reply_until > ${services.now()}`.execute(db);
  const [event] = rows;
  const robot = event && (await robotById(db, event.robotId));
  if (!event || !robot || !(await isInside(services, robot, by.inside))) return undefined;
  const content = contentIn(message);
  if ('code' in content) return content;
  if (by.tried || by.systemId === null) return { messageIds: [], refused: [] };
  const posted = await written(services, robot, { to: { groupId: event.groupId }, content, key: `event ${eventId}`, event: 'reply' });
  if (!('messageId' in posted)) return { code: posted.code, params: posted.params };
  await sql`update robot_event set replied_at = ${services.now()} where id = ${eventId}::uuid`.execute(db);
  return { messageIds: [posted.messageId], refused: [] };
}
