import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow } from '#kit/common/crud/crud-types.ts';
import {
  audience,
  bool,
  choice,
  codeText,
  integer,
  localText,
  longText,
  moment,
  refers,
  refersToMany,
  text,
  value,
} from '#kit/common/crud/fields.ts';
import { count, id, ids, longText as longTextOf, pageOf, pageQuery, searchText, text as textOf, time } from '#kit/common/schema.ts';
import { robotService } from '../permissions.ts';
import { mayRead, onBoth, onDetail, onList } from './access.ts';
import { foreignShapes, robotApprovals, robotAvatars, robotEvents, robotKeys, robotPresets, robotReads, robotStates } from './words.ts';

const { code, route, button } = robotService.company;

/** A robot of the company: it posts into the groups that it is in, and answers there. */
export const robot = crudContract({
  module: 'robots',
  kind: 'robot',
  path: 'robot/company',
  title: { zh_CN: '机器人', en_US: 'Robot', ja_JP: 'ロボット' },
  page: { code, ...(route !== undefined && { route }), button },
  scope: { by: 'companyDeptId' },
  fields: {
    name: localText(50).searched().sorted(),
    code: codeText(40).unique().immutable().searched().sorted(),
    description: localText(500).nullable(),
    avatar: choice(robotAvatars).default('robot'),
    preset: choice(robotPresets).default('empty').immutable().filtered(),
    /** The company or department that it belongs to. */
    companyDeptId: refers('department'),
    ownerId: refers('employee').whenLeaving('delete').filtered(),
    managers: refersToMany('employee', 10).default([]),
    /** Types of groups that it may be in; none: every type. */
    groupTypes: value(z.array(id()).max(50), z.array(z.string())).default([]).example([]),
    /** Who may talk to it. */
    audience: audience(200),
    reads: choice(robotReads).default('mentions').filtered(),
    readsApproved: bool().readOnly().default(false),
    approval: choice(robotApprovals).readOnly().default('none').filtered(),
    inOn: bool().default(true),
    /** Networks from which the hook is called; none: every network. */
    inAddresses: value(z.array(textOf(64)).max(50))
      .default([])
      .example([]),
    /** Shapes that the hook takes; none: every shape. */
    inShapes: value(z.array(z.enum(foreignShapes)).max(foreignShapes.length))
      .default([])
      .example([]),
    /** JSONata that makes a message of the robot's own shape out of any other body. */
    inMapping: longText(8192).default('').example(''),
    /** Messages a minute and group. */
    inRate: integer(1, 600).default(20),
    outOn: bool().default(false).example(false),
    outUrl: value(z.url({ protocol: /^https?$/ }).max(500), z.string())
      .nullable()
      .default(null)
      .example(null),
    outEvents: value(z.array(z.enum(robotEvents)).max(robotEvents.length))
      .default([])
      .example([]),
    /** Seconds. */
    outTimeout: integer(1, 5).default(5),
    /** Headers of its calls, one a line: `Name: value`. */
    outHeaders: text(4000).nullable().secret().example('X-Api-Key: 1234'),
    keyChangedAt: moment().readOnly().nullable(),
  },
  also: ['copy', 'export'],
  sort: ['name', 'code', 'updatedAt', 'createdAt'],
  more: {
    row: {
      state: z.enum(robotStates),
      groups: z.int(),
      in24: z.int(),
      out24: z.int(),
      /** Share of what failed or was refused within 24 hours, percent. */
      failing: z.int(),
      commands: z.int(),
      schedules: z.int(),
      /** Something of it waits for somebody to agree. */
      open: z.boolean(),
    },
    detail: {
      /** Where other systems send to. */
      hook: z.string(),
      keys: z.array(z.object({ which: z.enum(robotKeys), createdAt: time(), endsAt: time().nullable() })),
      outFailures: z.int(),
      outPausedAt: time().nullable(),
      replies: z.int(),
    },
    filters: {
      state: z.enum(robotStates).optional(),
      /** A company or department, with all below it. */
      companyDeptId: id().optional(),
      groupId: id().optional(),
      groupTypeId: id().optional(),
      direction: z.enum(['in', 'out', 'schedule', 'command']).optional(),
      failing: z.boolean().optional(),
      /** No key was changed within 180 days. */
      oldKey: z.boolean().optional(),
      open: z.boolean().optional(),
    },
  },
  operations: {
    list: { access: mayRead },
    get: { access: mayRead },
    add: { errors: [17098, 17099] },
    update: { errors: [17098, 17099] },
    copy: { errors: [17098, 17099] },
  },
});
/** A robot in a list. */
export type RobotRow = CrudRow<typeof robot>;
/** A robot in full. */
export type RobotDetail = CrudDetail<typeof robot>;

const decision = (verb: 'approve' | 'reject', summary: string) =>
  endpoint({
    method: 'POST',
    path: `robot/company/${verb}`,
    access: onList(verb),
    scope: 'department',
    audit: `robot.${verb}`,
    dryRun: true,
    input: z.strictObject({ ids: ids(), reason: longTextOf(500).optional() }),
    reply: count(),
    summary,
  });
/** Agrees to new robots, and to robots that are to read everything. */
export const robotApprove = decision(
  'approve',
  'Agrees to what robots wait for: being there at all, or reading every message of their groups',
);
/** Refuses the same. */
export const robotReject = decision('reject', 'Refuses what robots wait for; they go on as before');

/** Gives robots another owner. */
export const robotTransfer = endpoint({
  method: 'POST',
  path: 'robot/company/transfer',
  access: onList('transfer'),
  scope: 'employee',
  audit: 'robot.transfer',
  dryRun: true,
  input: z.strictObject({ ids: ids(), ownerId: id() }),
  reply: count(),
  summary: 'Gives robots another owner',
});

/** Makes a new key of a robot; it is shown this once. */
export const robotSecret = endpoint({
  method: 'POST',
  path: 'robot/company/secret',
  access: onBoth('secret'),
  scope: 'department',
  stepUp: true,
  audit: 'robot.secret',
  input: z.strictObject({
    id: id(),
    which: z.enum(robotKeys),
    /** Hours for which the key before is accepted beside it. */
    keepOldHours: z.int().min(0).max(168).default(24),
  }),
  reply: z.object({
    value: z.string(),
    /** When the key before ends; null where there was none. */
    oldEndsAt: time().nullable(),
  }),
  summary: 'Makes a new key of a robot, shown this once; the one before is accepted beside it for so many hours',
});

/** A group that a robot is in. */
export const robotGroupRow = z.object({
  /** Of the group. */
  id: z.string(),
  name: z.string(),
  number: z.string(),
  members: z.int(),
  addedAt: time(),
  addedBy: z.string(),
  /** Other robots of the group. */
  others: z.int(),
});
/** A group that a robot is in. */
export type RobotGroupRow = z.output<typeof robotGroupRow>;

/** Groups of a robot. */
export const robotGroupList = endpoint({
  method: 'GET',
  path: 'robot/group/list',
  access: mayRead,
  scope: 'department',
  input: pageQuery(['addedAt'] as const).extend({ robotId: id() }),
  reply: pageOf(robotGroupRow),
  summary: 'Groups that a robot is in, as far as the caller may see them',
});

const grouping = (verb: 'add' | 'remove', summary: string, errors: number[]) =>
  endpoint({
    method: 'POST',
    path: `robot/group/${verb}`,
    access: onDetail(verb === 'add' ? 'addToGroup' : 'removeFromGroup'),
    scope: 'department',
    audit: `robotGroup.${verb}`,
    errors,
    input: z.strictObject({ robotId: id(), groupIds: z.array(id()).min(1).max(100) }),
    reply: count(),
    summary,
  });
/** Puts a robot into groups. */
export const robotGroupAdd = grouping('add', 'Puts a robot into groups; their members are told', [17092]);
/** Takes a robot out of groups. */
export const robotGroupRemove = grouping('remove', 'Takes a robot out of groups; their members are told', [17093]);

/** Groups and types of groups to choose from. */
export const robotGroupChoices = endpoint({
  method: 'GET',
  path: 'robot/group/choice',
  access: mayRead,
  scope: 'department',
  input: z.object({
    text: searchText().default(''),
    ids: z.array(id()).max(100).optional(),
    pageSize: z.int().min(1).max(100).default(30),
  }),
  reply: z.object({
    list: z.array(z.object({ id: z.string(), name: z.string(), typeName: z.string() })),
    types: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  summary: 'Groups in range by name or number, and the types that they have',
});
