import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, pageOf, pageQuery, time } from '#kit/common/schema.ts';
import { mayRead, onBoth, onDetail } from './access.ts';
import { foreignShapes, logDirections, logStatuses } from './words.ts';

/** A call of a robot, as lists show it. */
export const robotLogRow = z.object({
  id: z.string(),
  at: time(),
  direction: z.enum(logDirections),
  /** Shape of what came, event that was told, word of a command. */
  event: z.string(),
  groupId: z.string().nullable(),
  groupName: z.string().nullable(),
  status: z.enum(logStatuses),
  class: z.string(),
  code: z.int(),
  ms: z.int(),
  address: z.string(),
  requestId: z.string(),
  bytes: z.int(),
});
/** A call of a robot. */
export type RobotLogRow = z.output<typeof robotLogRow>;

/** The log of a robot. */
export const robotLog = endpoint({
  method: 'GET',
  path: 'robot/company/log',
  access: mayRead,
  scope: 'department',
  input: pageQuery(['at'] as const).extend({
    id: id(),
    direction: z.enum(logDirections).optional(),
    status: z.enum(logStatuses).optional(),
    groupId: id().optional(),
    from: time().optional(),
    to: time().optional(),
  }),
  reply: pageOf(robotLogRow),
  summary: 'Calls of a robot in both directions, the newest first',
});

/** One call with what it said. */
export const robotLogEntry = endpoint({
  method: 'GET',
  path: 'robot/company/logEntry',
  access: mayRead,
  scope: 'department',
  input: z.object({ id: id(), logId: id() }),
  reply: robotLogRow.extend({ request: z.string(), answer: z.string() }),
  summary: 'One call of a robot with request and answer; secrets and what people wrote are masked',
});

const drawnMessage = z.object({
  kind: z.string(),
  text: z.string(),
  mentions: z.int(),
  mentionAll: z.boolean(),
  cutFrom: z.int().nullable(),
});

/** What a trial or a replay came to. */
export const robotTrial = z.object({
  code: z.int(),
  /** The sentence of the code, in the caller's language. */
  reason: z.string(),
  class: z.string(),
  status: z.int(),
  ms: z.int(),
  shape: z.enum(foreignShapes).nullable(),
  request: z.string(),
  answer: z.string(),
  /** The message as terminals draw it; null where there is none. */
  message: drawnMessage.nullable(),
  messageId: z.string().nullable(),
});
/** What a trial or a replay came to. */
export type RobotTrial = z.output<typeof robotTrial>;

/** Tries a robot: what a body becomes, or what its address answers. */
export const robotTest = endpoint({
  method: 'POST',
  path: 'robot/company/test',
  access: onBoth('test'),
  scope: 'department',
  audit: 'robot.test',
  input: z.strictObject({
    id: id(),
    direction: z.enum(['in', 'out']),
    /** The body that would come; of `out` nothing. */
    body: z.string().max(200_000).default(''),
    /** Posts it there; without it nothing is posted. */
    groupId: id().optional(),
  }),
  reply: robotTrial,
  summary: 'Shows what a body becomes and, where a group is named, posts it; or tells the address of the robot a test event',
});

/** Repeats a call of the log. */
export const robotReplay = endpoint({
  method: 'POST',
  path: 'robot/company/replay',
  access: onDetail('replay'),
  scope: 'department',
  audit: 'robot.replay',
  errors: [17093, 17094],
  input: z.strictObject({ id: id(), logId: id() }),
  reply: robotTrial,
  summary: 'Posts what came once more, or tells the address of an event once more',
});

const counted = z.object({ name: z.string(), n: z.int() });

/** How much a robot does. */
export const robotStatistics = endpoint({
  method: 'GET',
  path: 'robot/company/statistics',
  access: mayRead,
  scope: 'department',
  input: z.object({ id: id(), days: z.int().min(1).max(90).default(30) }),
  reply: z.object({
    days: z.array(
      z.object({ at: time(), in: z.int(), out: z.int(), command: z.int(), reply: z.int(), schedule: z.int(), failed: z.int() }),
    ),
    groups: z.array(counted),
    events: z.array(counted),
    /** Milliseconds of calls, half of which were quicker. */
    ms: z.int(),
  }),
  summary: 'Calls of a robot by day, group and event',
});
