import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { count, id, longText, text, time } from '#kit/common/schema.ts';
import { groupApp } from './type.contract.ts';
import { groupKinds, groupStates, historyRules, joinModes, memberRoles, speakRules } from './words.ts';

/** A group as a terminal gets it. */
export const clientGroup = z.object({
  id: z.string(),
  number: z.string(),
  name: z.string(),
  notice: z.string(),
  typeId: z.string(),
  kind: z.enum(groupKinds),
  ownerId: z.string(),
  conversationId: z.string().nullable(),
  role: z.enum(memberRoles),
  members: z.int(),
  maxMembers: z.int(),
  joinMode: z.enum(joinModes),
  speak: z.enum(speakRules),
  historyForNew: z.enum(historyRules),
  state: z.enum(groupStates),
  watermark: z.boolean(),
  mutedUntil: time().nullable(),
  apps: z.array(groupApp),
});
/** A group as a terminal gets it. */
export type ClientGroup = z.output<typeof clientGroup>;

const one = { session: fullSession, rate: 'write', method: 'POST', errors: [16001, 16003, 16021, 16022, 16023, 16024] } as const;
const groupId = id();
const people = z.array(id()).min(1).max(200);

/** Types of which the person may create groups. */
export const clientGroupTypes = clientEndpoint({
  method: 'GET',
  path: 'im/group/types',
  session: fullSession,
  rate: 'read',
  input: z.object({}),
  reply: z.object({ list: z.array(z.object({ id: z.string(), name: z.record(z.string(), z.string()), maxMembers: z.int() })) }),
  summary: 'Types of which the person may create groups',
});
/** Own groups. */
export const clientGroupList = clientEndpoint({
  method: 'GET',
  path: 'im/group/list',
  session: fullSession,
  rate: 'read',
  input: z.object({}),
  reply: z.object({ list: z.array(clientGroup) }),
  summary: 'Groups of the person',
});
/** One group of one's own. */
export const clientGroupGet = clientEndpoint({
  method: 'GET',
  path: 'im/group/get',
  session: fullSession,
  rate: 'read',
  errors: [16003],
  input: z.object({ groupId }),
  reply: clientGroup,
  summary: 'One group of the person',
});
/** Members of a group of one's own. */
export const clientGroupMembers = clientEndpoint({
  method: 'GET',
  path: 'im/group/members',
  session: fullSession,
  rate: 'read',
  errors: [16003],
  input: z.object({ groupId, after: id().optional(), limit: z.int().min(1).max(500).default(200) }),
  reply: z.object({
    list: z.array(z.object({ id: z.string(), role: z.enum(memberRoles), nickname: z.string(), mutedUntil: time().nullable() })),
    next: z.string().nullable(),
  }),
  summary: 'Members of a group of the person; names come from the directory',
});
/** Creates a group. */
export const clientGroupAdd = clientEndpoint({
  ...one,
  path: 'im/group/add',
  input: z.strictObject({ typeId: id(), name: text(100), people }),
  reply: clientGroup,
  summary: 'Creates a group of a type that is offered',
});
/** Changes a group. */
export const clientGroupUpdate = clientEndpoint({
  ...one,
  path: 'im/group/update',
  input: z.strictObject({
    groupId,
    name: text(100).optional(),
    notice: longText(2000).optional(),
    speak: z.enum(speakRules).optional(),
    joinMode: z.enum(joinModes).optional(),
  }),
  reply: clientGroup,
  summary: 'Changes a group that the person manages',
});
/** Dissolves a group of one's own. */
export const clientGroupDissolve = clientEndpoint({
  ...one,
  path: 'im/group/dissolve',
  input: z.strictObject({ groupId }),
  reply: count(),
  summary: 'Dissolves a group that the person owns',
});
/** Leaves a group. */
export const clientGroupLeave = clientEndpoint({
  ...one,
  path: 'im/group/leave',
  input: z.strictObject({ groupId }),
  reply: count(),
  summary: 'Leaves a group; its owner gives it away first',
});
/** Joins a group. */
export const clientGroupJoin = clientEndpoint({
  ...one,
  path: 'im/group/join',
  input: z
    .strictObject({ number: z.string().max(20).optional(), code: z.string().max(200).optional(), words: longText(200).default('') })
    .refine(({ number, code }) => (number === undefined) !== (code === undefined)),
  reply: z.object({ joined: z.boolean() }),
  summary: 'Joins a group by its number or by the code of a member, or asks its managers where it is approved',
});
/** A code by which others join. */
export const clientGroupQr = clientEndpoint({
  method: 'GET',
  path: 'im/group/qr',
  session: fullSession,
  rate: 'read',
  errors: [16003, 16005, 16023],
  input: z.object({ groupId, days: z.int().min(1).max(30).default(7) }),
  reply: z.object({ code: z.string(), expiresAt: time() }),
  summary: 'A code that terminals show as a QR code: who reads it joins as if the person had invited them, while the person is a member',
});
/** Writes the notice of a group. */
export const clientGroupNotice = clientEndpoint({
  ...one,
  path: 'im/group/notice',
  input: z.strictObject({ groupId, notice: longText(2000) }),
  reply: clientGroup,
  summary: 'Writes the notice of a group that the person manages',
});
/** Decides who joins. */
export const clientGroupApprove = clientEndpoint({
  ...one,
  path: 'im/group/approve',
  input: z.strictObject({ groupId, employeeId: id(), agreed: z.boolean() }),
  reply: count(),
  summary: 'Lets somebody join who asked, or not',
});
/** Gives a group away. */
export const clientGroupTransfer = clientEndpoint({
  ...one,
  path: 'im/group/transfer',
  input: z.strictObject({ groupId, ownerId: id() }),
  reply: count(),
  summary: 'Gives a group to another member',
});
/** Adds people. */
export const clientMemberAdd = clientEndpoint({
  ...one,
  path: 'im/group/member/add',
  input: z.strictObject({ groupId, people }),
  reply: count(),
  summary: 'Adds people to a group',
});
/** Takes people out. */
export const clientMemberRemove = clientEndpoint({
  ...one,
  path: 'im/group/member/remove',
  input: z.strictObject({ groupId, people }),
  reply: count(),
  summary: 'Takes people out of a group that the person manages',
});
/** Silences members. */
export const clientMemberMute = clientEndpoint({
  ...one,
  path: 'im/group/member/mute',
  input: z.strictObject({ groupId, people, minutes: z.int().min(0).max(43_200) }),
  reply: count(),
  summary: 'Silences members of a group that the person manages, or lets them write again',
});
/** What the person is called in a group. */
export const clientMemberNickname = clientEndpoint({
  ...one,
  path: 'im/group/member/nickname',
  errors: [16003, 16061],
  input: z.strictObject({ groupId, /** Empty: the name of the directory. */ nickname: longText(60) }),
  reply: z.object({ nickname: z.string() }),
  summary: 'What the person is called in one group, checked for words',
});
/** Makes managers. */
export const clientMemberManager = clientEndpoint({
  ...one,
  path: 'im/group/member/manager',
  input: z.strictObject({ groupId, people, manager: z.boolean() }),
  reply: count(),
  summary: 'Makes members managers of a group that the person owns, or members again',
});
