import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { localText } from '#kit/common/language.ts';
import { codeText, count, id, text } from '#kit/common/schema.ts';
import { robotAvatars, robotPresets, robotStates } from './words.ts';

/** Robots of a group, as its members see them. */
export const clientRobotList = clientEndpoint({
  method: 'GET',
  path: 'im/robot/list',
  session: fullSession,
  rate: 'read',
  errors: [16003],
  input: z.object({ groupId: id() }),
  reply: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        name: localText(50),
        avatar: z.string(),
        description: localText(500).nullable(),
        /** It reads every message of the group: the header says so. */
        readsAll: z.boolean(),
        commands: z.array(z.object({ word: z.string(), usage: z.string(), description: localText(200).nullable() })),
      }),
    ),
  }),
  summary: 'Robots of a group with their commands; members alone are told',
});

/** Makes a robot of one's own. */
export const clientRobotAdd = clientEndpoint({
  method: 'POST',
  path: 'im/robot/add',
  session: fullSession,
  rate: 'write',
  input: z.strictObject({
    name: text(50),
    code: codeText(40),
    preset: z.enum(robotPresets).default('empty'),
    avatar: z.enum(robotAvatars).default('robot'),
  }),
  reply: z.object({ id: z.string(), state: z.enum(robotStates) }),
  summary: 'Makes a robot that the person owns, by the function robot.create and as many as the roles and settings allow',
});

/** Puts an own robot into groups that one manages. */
export const clientRobotGroupAdd = clientEndpoint({
  method: 'POST',
  path: 'im/robot/group/add',
  session: fullSession,
  rate: 'write',
  errors: [16003, 16005, 17092],
  input: z.strictObject({ robotId: id(), groupIds: z.array(id()).min(1).max(20) }),
  reply: count(),
  summary: 'Puts a robot of one’s own into groups that one manages, by the function robot.addToGroup',
});
