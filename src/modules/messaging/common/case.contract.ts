import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import { choice, integer, text as textField, value } from '#kit/common/crud/fields.ts';
import { localText } from '#kit/common/language.ts';
import { count, id, ids, longText, pageOf, pageQuery, searchText, text, time, version } from '#kit/common/schema.ts';
import { messageManage } from './permissions.ts';
import { caseKinds, caseStates, reportDecisions, reportReasons, retentionScopes } from './words.ts';

const named = z.object({ id: z.string(), name: z.string() });

/** A case: why somebody may read, whom, and for how long. */
export const caseRow = z.object({
  id: z.string(),
  version: version(),
  number: z.string(),
  kind: z.enum(caseKinds),
  reason: z.string(),
  people: z.array(named),
  pairsOnly: z.boolean(),
  groups: z.array(named),
  from: time(),
  to: time(),
  days: z.int(),
  state: z.enum(caseStates),
  needsApproval: z.boolean(),
  mine: z.boolean(),
  requestedBy: z.string(),
  requestedAt: time(),
  decidedBy: z.string().nullable(),
  opensAt: time().nullable(),
  endsAt: time().nullable(),
  note: z.string(),
});
/** A case. */
export type CaseRow = z.output<typeof caseRow>;

const seesCases = { anyOf: [messageManage.button.openCase, messageManage.button.approveCase] } as const;

/** Cases: one's own, and those that wait for the caller's decision. */
export const caseList = endpoint({
  method: 'GET',
  path: 'im/case/list',
  access: seesCases,
  scope: 'employee',
  input: pageQuery(['requestedAt'] as const).extend({ state: z.enum(caseStates).optional(), mine: z.boolean().optional() }),
  reply: pageOf(caseRow),
  summary: 'Cases of the caller, and those that others asked for where the caller decides',
});

/** One case. */
export const caseGet = endpoint({
  method: 'GET',
  path: 'im/case/get',
  access: seesCases,
  scope: 'employee',
  input: z.object({ id: id() }),
  reply: caseRow.extend({ readings: z.int() }),
  summary: 'One case of the caller, or one on which the caller decides, with how often it was read by',
});

const groupTypeName = z.object({ id: z.string(), name: localText(50) });

/** Groups that a case may name. */
export const caseGroupList = endpoint({
  method: 'GET',
  path: 'im/case/group/list',
  access: { anyOf: [messageManage.button.openCase, messageManage.button.hold, messageManage.button.saveRetention] },
  scope: 'department',
  input: pageQuery(['name'] as const).extend({ text: searchText().optional(), ids: z.array(id()).max(500).optional() }),
  reply: pageOf(named.extend({ type: groupTypeName })).extend({ types: z.array(groupTypeName) }),
  summary:
    'Groups in range by name or id, with their type, and the types that groups in range have: for a case, a legal hold or a retention rule',
});

/** Lengthens a case. */
export const caseExtend = endpoint({
  method: 'POST',
  path: 'im/case/extend',
  access: seesCases,
  scope: 'employee',
  audit: 'case.extend',
  errors: [16073, 16074],
  input: z.strictObject({ id: id(), version: version(), days: z.int().min(1).max(90) }),
  reply: z.object({ endsAt: time() }),
  summary: 'Keeps an open case open for so many more days; where it was approved, somebody else than who asked does it',
});

/** Asks to read. */
export const caseOpen = endpoint({
  method: 'POST',
  path: 'im/case/open',
  access: { code: messageManage.button.openCase },
  scope: 'employee',
  audit: 'case.open',
  errors: [16074],
  input: z.strictObject({
    kind: z.enum(caseKinds),
    reason: z.string().trim().min(20).max(1000),
    people: z.array(id()).max(50).default([]),
    pairsOnly: z.boolean().default(true),
    groupIds: z.array(id()).max(50).default([]),
    from: time(),
    to: time(),
    days: z.int().min(1).max(90).default(7),
  }),
  reply: z.object({ id: z.string(), number: z.string(), state: z.enum(caseStates) }),
  summary: 'Asks to read what these people wrote to each other, or what was written in these groups, in a time',
});

const decide = (verb: 'approve' | 'reject', summary: string) =>
  endpoint({
    method: 'POST',
    path: `im/case/${verb}`,
    access: { code: messageManage.button.approveCase },
    scope: 'employee',
    audit: `case.${verb}`,
    errors: [16073, 16074],
    input: z.strictObject({ id: id(), version: version(), note: longText(500).default('') }),
    reply: count(),
    summary,
  });
/** Lets somebody read. */
export const caseApprove = decide('approve', 'Opens a case that somebody else asked for');
/** Refuses a case. */
export const caseReject = decide('reject', 'Refuses a case that somebody else asked for');

/** Ends a case. */
export const caseClose = endpoint({
  method: 'POST',
  path: 'im/case/close',
  access: seesCases,
  scope: 'employee',
  audit: 'case.close',
  input: z.strictObject({ id: id(), version: version() }),
  reply: count(),
  summary: 'Closes a case: nothing is read by it any more',
});

/** What was read by cases. */
export const caseReadLog = endpoint({
  method: 'GET',
  path: 'im/case/readLog',
  access: { code: messageManage.button.readLog },
  scope: 'site',
  input: pageQuery(['at'] as const).extend({ caseId: id().optional(), text: searchText().optional() }),
  reply: pageOf(
    z.object({
      id: z.string(),
      at: time(),
      name: z.string(),
      account: z.string(),
      caseNumber: z.string(),
      rows: z.int(),
      words: z.array(z.string()),
      address: z.string(),
      reason: z.string(),
    }),
  ),
  summary: 'Every reading of messages, from the sealed log',
});

/** A reported message. */
export const reportRow = z.object({
  id: z.string(),
  at: time(),
  byId: z.string(),
  byName: z.string(),
  senderId: z.string(),
  senderName: z.string(),
  where: z.string(),
  reason: z.enum(reportReasons),
  words: z.string(),
  state: z.enum(['open', 'decided']),
  decision: z.enum(reportDecisions).nullable(),
  decidedBy: z.string().nullable(),
  note: z.string(),
});
/** A reported message. */
export type ReportRow = z.output<typeof reportRow>;

/** Reports of messages. */
export const reportList = endpoint({
  method: 'GET',
  path: 'im/report/list',
  access: { code: messageManage.button.review },
  scope: 'employee',
  input: pageQuery(['at'] as const).extend({ state: z.enum(['open', 'decided']).optional(), reason: z.enum(reportReasons).optional() }),
  reply: pageOf(reportRow),
  summary: 'Reports of messages by people in range',
});

/** One report with its evidence. */
export const reportGet = endpoint({
  method: 'POST',
  path: 'im/report/get',
  reads: true,
  audit: 'report.read',
  access: { code: messageManage.button.review },
  scope: 'employee',
  inPerson: true,
  input: z.strictObject({ id: id() }),
  reply: reportRow.extend({
    evidence: z.array(
      z.object({ id: z.string(), senderName: z.string(), at: time(), kind: z.string(), text: z.string(), reported: z.boolean() }),
    ),
  }),
  summary: 'One report with the message and what stood around it; written into the sealed reading log',
});

/** Decides about a report. */
export const reportDecide = endpoint({
  method: 'POST',
  path: 'im/report/decide',
  access: { code: messageManage.button.review },
  scope: 'employee',
  audit: 'report.decide',
  input: z.strictObject({
    id: id(),
    decision: z.enum(reportDecisions),
    /** Days of silence, for `mute`. */
    days: z.int().min(1).max(365).default(7),
    note: longText(500).default(''),
  }),
  reply: count(),
  summary: 'Decides about a report: both sides get an answer in their language',
});

/** What stops keeping rules and recalls from taking anything away. */
export const holdList = endpoint({
  method: 'GET',
  path: 'im/hold/list',
  access: { code: messageManage.button.hold },
  scope: 'site',
  input: pageQuery(['name'] as const),
  reply: pageOf(
    z.object({
      id: z.string(),
      version: version(),
      name: z.string(),
      people: z.array(named),
      groups: z.array(named),
      from: time().nullable(),
      to: time().nullable(),
      reason: z.string(),
      createdAt: time(),
    }),
  ),
  summary: 'Legal holds on messages',
});
/** Puts messages on hold. */
export const holdAdd = endpoint({
  method: 'POST',
  path: 'im/hold/add',
  access: { code: messageManage.button.hold },
  scope: 'site',
  audit: 'hold.add',
  stepUp: true,
  input: z.strictObject({
    name: text(100),
    people: z.array(id()).max(500).default([]),
    groupIds: z.array(id()).max(500).default([]),
    from: time().nullable().default(null),
    to: time().nullable().default(null),
    reason: z.string().trim().min(5).max(1000),
  }),
  reply: z.object({ id: z.string() }),
  summary: 'Keeps messages of these people and groups whatever the rules of keeping say; nobody concerned is told',
});
/** Ends a hold. */
export const holdRelease = endpoint({
  method: 'POST',
  path: 'im/hold/release',
  access: { code: messageManage.button.hold },
  scope: 'site',
  audit: 'hold.release',
  stepUp: true,
  input: z.strictObject({ ids: ids(), reason: z.string().trim().min(5).max(500) }),
  reply: count(),
  summary: 'Ends legal holds on messages',
});

/** How long messages are kept; the narrowest rule wins. */
export const retention = crudContract({
  module: 'messaging',
  kind: 'imRetention',
  path: 'im/retention',
  title: { zh_CN: '保存期限', en_US: 'Retention rule', ja_JP: '保存期間ルール' },
  page: {
    code: messageManage.button.saveRetention,
    button: {
      add: messageManage.button.saveRetention,
      update: messageManage.button.saveRetention,
      delete: messageManage.button.saveRetention,
      enable: messageManage.button.saveRetention,
      disable: messageManage.button.saveRetention,
    },
  },
  scope: 'site',
  fields: {
    name: textField(100).unique().searched().sorted(),
    scope: choice(retentionScopes).immutable().filtered(),
    /** The group, type or department; none for single chats. */
    scopeId: value(id(), z.string()).nullable().immutable().example(null),
    keepDays: integer(7, 3650).default(365),
  },
});

/** Applies the retention rules now. */
export const retentionRun = endpoint({
  method: 'POST',
  path: 'im/retention/run',
  access: { code: messageManage.button.saveRetention },
  scope: 'site',
  audit: 'retention.run',
  stepUp: true,
  input: z.strictObject({}),
  reply: z.object({ jobId: z.string() }),
  summary: 'Ends the keeping of messages whose time is over; what is on hold stays',
});
