import { sql } from 'kysely';
import { moduleOfCode } from '#kit/common/codes.ts';
import type { Parsed } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, notFound, outOfRange } from '#kit/server/refusal.ts';
import { mayListGroup } from '#modules/messaging/server/public.ts';
import { robotReplay, robotTest, type RobotTrial } from '../../common/company/log.contract.ts';
import { UnknownShape, type RobotContent } from './content.ts';
import { robotById, type RobotFacts } from './facts.ts';
import { read } from './hook/receive.ts';
import { shapeOf } from './hook/shapes.ts';
import { callOf, maskedText, noteCall, withoutWords } from './log.ts';
import { callOut } from './out/call.ts';
import { eventBody } from './out/queue.ts';
import { drawn, postFromRobot, type RobotTarget } from './post.ts';
import { assertRobot } from './reach.ts';

const shown = 4_000;
const nothing = {
  code: 0,
  reason: '',
  class: 'ok',
  status: 0,
  ms: 0,
  shape: null,
  request: '',
  answer: '',
  message: null,
  messageId: null,
};

/** A robot that the caller sees, named in the audit row. */
async function robotOf({ caller, db }: Call, id: string): Promise<RobotFacts> {
  await assertRobot(db, caller, id);
  const robot = await robotById(db, id);
  if (!robot) throw notFound();
  caller.touch({ kind: 'robot', id, name: pick(robot.name, 'zh_CN') });
  return robot;
}

const sentence = ({ services, caller }: Call, code: number, params: Readonly<Record<string, unknown>>): string =>
  code === 0 ? '' : services.texts.text(caller.language, moduleOfCode(code), `error.${code}`, params);

/** What a body becomes and, where a group is named, posts it there. */
async function tryIn(
  call: Call,
  robot: RobotFacts,
  given: { body: string; groupId?: string | undefined; replayOf?: string },
): Promise<RobotTrial> {
  const { services } = call;
  const started = performance.now();
  const done = (trial: Partial<RobotTrial>): RobotTrial => ({
    ...nothing,
    request: maskedText(given.body).slice(0, shown),
    ms: Math.round(performance.now() - started),
    ...trial,
  });
  const refused = (code: number, params: Readonly<Record<string, unknown>>): Partial<RobotTrial> => ({
    code,
    class: 'refused',
    reason: sentence(call, code, params),
  });
  let content: RobotContent;
  try {
    content = await read(robot, jsonIn(given.body));
  } catch (error) {
    if (!(error instanceof UnknownShape)) throw error;
    return done({ ...refused(17094, { reason: error.message }), class: 'shape' });
  }
  const to: RobotTarget = given.groupId === undefined ? { employeeId: call.caller.uid } : { groupId: given.groupId };
  const { kind, text, mentions, mentionAll, cutFrom } = await drawn(services, robot, to, content);
  const message = { kind, text: text.slice(0, shown), mentions: mentions.length, mentionAll, cutFrom };
  if (given.groupId === undefined) return done({ shape: content.shape, message });
  const posted = await postFromRobot(services, robot, { to: { groupId: given.groupId }, content, key: `trial ${newId()}` });
  const [code, messageId] = 'messageId' in posted ? [0, posted.messageId] : [posted.code, null];
  const trial = done({
    shape: content.shape,
    message,
    messageId,
    ...('code' in posted && refused(posted.code, posted.params)),
    answer: JSON.stringify({ code }),
  });
  await noteCall(services, {
    robotId: robot.id,
    direction: 'in',
    event: content.shape,
    groupId: given.groupId,
    status: code === 0 ? 'done' : 'refused',
    class: given.replayOf === undefined ? 'test' : 'replay',
    code,
    ms: trial.ms,
    address: call.caller.address,
    requestId: call.caller.requestId,
    messageId,
    body: given.body,
    ...(given.replayOf !== undefined && { replayOf: given.replayOf }),
  });
  return trial;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnknownShape('not JSON');
  }
}

/** Tells the address of a robot something, and what it answers. */
async function tryOut(call: Call, robot: RobotFacts, given: { event: string; body: string; replayOf?: string }): Promise<RobotTrial> {
  const { services } = call;
  if (robot.outUrl === null) throw new InvalidInput([{ path: 'id', namespace: 'robots', key: 'issue.noAddress' }]);
  const answer = await callOut(services, robot, given.body);
  const text = maskedText(answer.text).slice(0, shown);
  await noteCall(services, {
    robotId: robot.id,
    direction: 'out',
    event: given.event,
    status: answer.ok ? 'done' : 'failed',
    class: answer.class,
    code: answer.status,
    ms: answer.ms,
    requestId: call.caller.requestId,
    body: withoutWords(given.body),
    answer: answer.text,
    ...(given.replayOf !== undefined && { replayOf: given.replayOf }),
  });
  const request = [...answer.headers.map((name) => `${name}: ••••`), '', withoutWords(given.body)].join('\n');
  const shape = answer.ok ? (shapeIn(answer.text) ?? null) : null;
  return { ...nothing, class: answer.class, status: answer.status, ms: answer.ms, request: request.slice(0, shown), answer: text, shape };
}

function shapeIn(text: string): ReturnType<typeof shapeOf> {
  try {
    return shapeOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const testing = async (call: Call, { id, direction, body, groupId }: Parsed<typeof robotTest>): Promise<RobotTrial> => {
  const robot = await robotOf(call, id);
  if (groupId !== undefined && !(await mayListGroup(call.services, call.caller.scope(), groupId))) throw outOfRange();
  if (direction === 'in') return tryIn(call, robot, { body, groupId });
  const event = { eventId: newId(), event: 'test', at: call.services.now(), robot: robot.code };
  return tryOut(call, robot, { event: 'test', body: JSON.stringify(event) });
};

async function replaying(call: Call, { id, logId }: Parsed<typeof robotReplay>): Promise<RobotTrial> {
  const robot = await robotOf(call, id);
  const kept = await callOf(call.services, id, logId);
  if (!kept) throw notFound();
  if (kept.direction === 'in') {
    if (kept.groupId === null) throw notFound();
    return tryIn(call, robot, { body: kept.body, groupId: kept.groupId, replayOf: logId });
  }
  // The log keeps no words of people: the event itself is told again, as long as it is there.
  const { rows } = await sql<{ id: string; event: string; body: string }>`select e.id, e.event, e.body from robot_event e
    join robot_log l on l.request_id = e.id::text where l.id = ${logId}::uuid and l.robot_id = ${id}::uuid and l.direction = 'out'`.execute(
    call.db,
  );
  const [event] = rows;
  if (!event) throw notFound();
  return tryOut(call, robot, { event: event.event, body: eventBody(call.services, event.id, event.body), replayOf: logId });
}

/** Trials and replays of robots. */
export const trialRoutes: readonly BoundRoute[] = [handle(robotTest, testing), handle(robotReplay, replaying)];
