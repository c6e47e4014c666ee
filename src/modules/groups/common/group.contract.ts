import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow } from '#kit/common/crud/crud-types.ts';
import { bool, choice, ends, integer, longText, refers, text, value } from '#kit/common/crud/fields.ts';
import { localText } from '#kit/common/language.ts';
import { count, id, ids, longText as longTextOf, pageOf, pageQuery, searchText, time } from '#kit/common/schema.ts';
import { chatManagePage as page } from './permissions.ts';
import { groupEvents, groupKinds, groupStates, historyRules, joinModes, memberRoles, speakRules, unfitReasons } from './words.ts';

/** A group; it belongs to a department. Dissolving it is its deletion: it can be brought back for thirty days. */
export const group = crudContract({
  module: 'groups',
  kind: 'imGroup',
  path: 'im/group',
  title: { zh_CN: '群', en_US: 'Group', ja_JP: 'グループ' },
  page,
  scope: { by: 'ownerDeptId' },
  fields: {
    name: text(100).sorted().searched(),
    number: text(20).readOnly().default('').searched(),
    typeId: value(id(), z.string()).immutable().filtered().example('00000000-0000-7000-8000-000000000311'),
    kind: choice(groupKinds).default('ordinary').immutable().filtered().example('ordinary'),
    /** The department or the dynamic group that its members follow. */
    sourceId: value(id(), z.string()).nullable().default(null).immutable().example(null),
    ownerId: refers('employee').whenLeaving('keep').immutable().filtered(),
    ownerDeptId: refers('department').filtered(),
    notice: longText(2000).default(''),
    joinMode: choice(joinModes).default('invite'),
    speak: choice(speakRules).default('all'),
    historyForNew: choice(historyRules).default('none'),
    forwardAllowed: bool().default(true),
    maxMembers: integer(2, 20_000).default(500),
    endsAt: ends(),
    state: choice(groupStates).readOnly().default('active').filtered(),
  },
  also: ['export', 'restore'],
  without: ['enable', 'disable'],
  sort: ['-updatedAt', 'name', 'updatedAt', 'createdAt'],
  more: {
    row: { typeName: z.string(), members: z.int(), managers: z.int(), messages: z.int(), lastAt: time().nullable() },
    filters: {
      memberId: id().optional(),
      /** Nothing was written for so many days. */
      silentDays: z.int().min(1).max(3650).optional(),
      attention: z.enum(['ownerLeft', 'silent', 'full']).optional(),
    },
  },
  operations: { add: { errors: [16021, 16022, 16027] }, update: { errors: [16022] }, restore: { errors: [16026] } },
});
/** A group in a list. */
export type GroupRow = CrudRow<typeof group>;
/** A group in full. */
export type GroupDetail = CrudDetail<typeof group>;

/** A member as the console shows it. */
export const memberRow = z.object({
  id: z.string(),
  name: z.string(),
  account: z.string(),
  /** What the person is called in the group, where it is another name. */
  nickname: z.string(),
  departmentName: z.string(),
  role: z.enum(memberRoles),
  joinedAt: time(),
  how: z.string(),
  mutedUntil: time().nullable(),
  readSeq: z.int(),
});
/** A member as the console shows it. */
export type MemberRow = z.output<typeof memberRow>;

/** Members of a group. */
export const groupMembers = endpoint({
  method: 'GET',
  path: 'im/group/members',
  access: { code: page.code },
  scope: 'department',
  input: pageQuery(['joinedAt', 'name'] as const).extend({
    groupId: id(),
    text: searchText().optional(),
    role: z.enum(memberRoles).optional(),
  }),
  reply: pageOf(memberRow),
  summary: 'Members of a group: owner and managers first',
});

/** What happened to a group. */
export const groupEventList = endpoint({
  method: 'GET',
  path: 'im/group/events',
  access: { code: page.code },
  scope: 'department',
  input: pageQuery(['at'] as const).extend({ groupId: id() }),
  reply: pageOf(
    z.object({
      id: z.string(),
      at: time(),
      what: z.enum(groupEvents),
      byName: z.string(),
      employeeName: z.string().nullable(),
      reason: z.string(),
    }),
  ),
  summary: 'What happened to a group and its members, the newest first',
});

const refusedMember = z.object({ id: z.string(), name: z.string(), reason: z.enum(unfitReasons) });

/** Adds people to a group. */
export const groupMemberAdd = endpoint({
  method: 'POST',
  path: 'im/group/member/add',
  access: { code: page.button.addMember },
  scope: 'employee',
  audit: 'groupMember.add',
  errors: [16022, 16023],
  input: z.strictObject({
    groupId: id(),
    empIds: z.array(id()).max(500).default([]),
    departments: z.array(id()).max(50).default([]),
    crowds: z.array(id()).max(50).default([]),
  }),
  reply: z.object({ count: z.int(), refused: z.array(refusedMember) }),
  summary: 'Adds people, departments as they are now, or dynamic groups as they are now to a group',
});

/** Takes people out of groups. */
export const groupMemberRemove = endpoint({
  method: 'POST',
  path: 'im/group/member/remove',
  access: { code: page.button.removeMember },
  scope: 'department',
  audit: 'groupMember.remove',
  errors: [16023, 16024],
  input: z.strictObject({ groupIds: ids(), empIds: ids(), reason: longTextOf(200).default('') }),
  reply: z.object({ count: z.int(), groups: z.int() }),
  summary: 'Takes people out of these groups; the groups stay',
});

/** What taking people out of groups would do. */
export const groupMemberRemovePreview = endpoint({
  method: 'POST',
  path: 'im/group/member/remove/preview',
  reads: true,
  access: { code: page.button.removeMember },
  scope: 'department',
  input: z.strictObject({ groupIds: ids(), empIds: ids() }),
  reply: z.object({
    /** Members who would go, and out of how many of the groups. */
    people: z.int(),
    groups: z.int(),
    memberships: z.int(),
    /** Memberships that stand against it: of owners, and of those who follow a department or a dynamic group. */
    owners: z.int(),
    following: z.int(),
  }),
  summary: 'How many people would go out of how many groups, and what stands against it',
});

/** Silences members, or lets them write again. */
export const groupMemberMute = endpoint({
  method: 'POST',
  path: 'im/group/member/mute',
  access: { code: page.button.mute },
  scope: 'department',
  audit: 'groupMember.mute',
  input: z.strictObject({ groupId: id(), empIds: ids(), /** 0 lets them write again. */ minutes: z.int().min(0).max(525_600) }),
  reply: count(),
  summary: 'Silences members of a group for so many minutes',
});

/** Makes members managers, or members again. */
export const groupMemberManager = endpoint({
  method: 'POST',
  path: 'im/group/member/setManager',
  access: { code: page.button.setManager },
  scope: 'department',
  audit: 'groupMember.setManager',
  input: z.strictObject({ groupId: id(), empIds: ids(), manager: z.boolean() }),
  reply: count(),
  summary: 'Makes members of a group its managers, or members again',
});

const bulk = (verb: 'ban' | 'unban', summary: string) =>
  endpoint({
    method: 'POST',
    path: `im/group/${verb}`,
    access: { code: page.button[verb] },
    scope: 'department',
    audit: `imGroup.${verb}`,
    dryRun: true,
    input: z.strictObject({ ids: ids(), reason: longTextOf(200).default('') }),
    reply: count(),
    summary,
  });
/** Nobody writes in these groups any more. */
export const groupBan = bulk('ban', 'Nobody writes in these groups until the ban is lifted');
/** They write again. */
export const groupUnban = bulk('unban', 'Lifts the ban from groups');

/** Gives groups another owner. */
export const groupTransfer = endpoint({
  method: 'POST',
  path: 'im/group/transfer',
  access: { code: page.button.transfer },
  scope: 'employee',
  audit: 'imGroup.transfer',
  dryRun: true,
  errors: [16024],
  input: z.strictObject({ ids: ids(), ownerId: id() }),
  reply: count(),
  summary: 'Gives groups another owner, who becomes a member where they are none',
});

/** Merges groups into one. */
export const groupMerge = endpoint({
  method: 'POST',
  path: 'im/group/merge',
  access: { code: page.button.merge },
  scope: 'department',
  audit: 'imGroup.merge',
  errors: [16022, 16023],
  input: z.strictObject({ sourceIds: z.array(id()).min(1).max(10), targetId: id() }),
  reply: z.object({ count: z.int(), groups: z.int() }),
  summary: 'Takes the members of groups into another one and dissolves them; what was written stays where it was written',
});

/** Writes to groups in the name of the product. */
export const groupMessage = endpoint({
  method: 'POST',
  path: 'im/group/message',
  access: { code: page.button.message },
  scope: 'department',
  audit: 'imGroup.message',
  input: z.strictObject({ ids: ids(), text: localText(1000).strict() }),
  reply: count(),
  summary: 'Writes a notice into groups; each terminal shows it in its language',
});

/** Writes the notice of groups. */
export const groupNotice = endpoint({
  method: 'POST',
  path: 'im/group/notice',
  access: { code: page.button.notice },
  scope: 'department',
  audit: 'imGroup.notice',
  dryRun: true,
  input: z.strictObject({ ids: ids(), notice: longTextOf(2000) }),
  reply: count(),
  summary: 'Writes the same notice for several groups; members see that it changed',
});

/** Changes the same fields of several groups: a plan that is shown before it is applied. */
export const groupBatchUpdate = endpoint({
  method: 'POST',
  path: 'im/group/batchUpdate',
  access: { code: page.button.update },
  scope: 'department',
  audit: 'imGroup.batchUpdate',
  dryRun: true,
  input: z.strictObject({
    ids: ids(),
    joinMode: z.enum(joinModes).optional(),
    speak: z.enum(speakRules).optional(),
    historyForNew: z.enum(historyRules).optional(),
    forwardAllowed: z.boolean().optional(),
    maxMembers: z.int().min(2).max(20_000).optional(),
  }),
  reply: count(),
  summary: 'Changes the same settings of several groups',
});

/** Gives groups another type. */
export const groupChangeType = endpoint({
  method: 'POST',
  path: 'im/group/changeType',
  access: { code: page.button.changeType },
  scope: 'department',
  audit: 'imGroup.changeType',
  dryRun: true,
  errors: [16021, 16022],
  input: z.strictObject({ ids: ids(), typeId: id() }),
  reply: count(),
  summary: 'Gives groups another type; what they allow stays, where the type allows so many members',
});

/** What a group holds. */
export const groupUsage = endpoint({
  method: 'GET',
  path: 'im/group/usage',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ id: id() }),
  reply: z.object({
    members: z.int(),
    messages: z.int(),
    messages7: z.int(),
    /** Who wrote within seven days. */
    writers7: z.int(),
    files: z.int(),
    bytes: z.int(),
    lastAt: time().nullable(),
  }),
  summary: 'How much a group is used: members, messages, files; never what they say',
});
