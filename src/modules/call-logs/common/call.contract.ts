import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, searchText, time } from '#kit/common/schema.ts';
import { cacheStates, callerKinds, failureClasses, stepStates, targetKinds } from './failure-class.ts';
import { callsPage } from './permissions.ts';

/** Where the log was read to: moment and id of the last row. */
const cursor = () => z.string().regex(/^\d{1,16}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/** What calls are narrowed by; without `from` it is the day before `to`. */
export const callFilters = {
  from: time().optional(),
  to: time().optional(),
  interfaceId: id().optional(),
  systemId: id().optional(),
  kind: z.array(z.enum(targetKinds)).max(targetKinds.length).optional(),
  versionNo: z.int().min(0).max(100_000).optional(),
  callerKind: z.array(z.enum(callerKinds)).max(callerKinds.length).optional(),
  /** The calling system, or the name of a module. */
  callerId: z.string().max(64).optional(),
  employeeId: id().optional(),
  widgetId: z.string().max(64).optional(),
  class: z.array(z.enum(failureClasses)).max(failureClasses.length).optional(),
  /** Everything that did not end well. */
  failed: z.boolean().optional(),
  httpStatus: z.int().min(100).max(599).optional(),
  code: z.int().min(0).max(99_999).optional(),
  /** Milliseconds at least. */
  slowerThan: z.int().min(1).max(600_000).optional(),
  requestId: searchText(100).optional(),
  traceId: searchText(100).optional(),
  address: searchText(64).optional(),
  cache: z.array(z.enum(cacheStates)).max(cacheStates.length).optional(),
  /** Whether the call was made in the workbench. */
  test: z.boolean().optional(),
  /** In the path or name of the interface, the name of the caller, or, inside one day, in what was kept of request and answer. */
  text: searchText(100).optional(),
};

/** A call in the list. */
export const CallRow = z.object({
  id: id(),
  at: time(),
  requestId: z.string(),
  interfaceId: id(),
  interfaceName: z.string(),
  path: z.string(),
  kind: z.enum(targetKinds),
  systemId: id(),
  systemName: z.string(),
  versionNo: z.int(),
  test: z.boolean(),
  callerKind: z.enum(callerKinds),
  callerId: z.string().nullable(),
  callerName: z.string().nullable(),
  employeeId: z.string().nullable(),
  /** A word where the person lies outside the reader's range. */
  employeeName: z.string().nullable(),
  address: z.string(),
  method: z.string(),
  class: z.enum(failureClasses),
  httpStatus: z.int(),
  targetStatus: z.int().nullable(),
  code: z.int(),
  /** Milliseconds in all, and of these in the system behind. */
  ms: z.number(),
  msTarget: z.number().nullable(),
  bytesIn: z.int(),
  bytesOut: z.int(),
  cache: z.enum(cacheStates).nullable(),
  tries: z.int(),
  node: z.string(),
});
/** A call in the list. */
export type CallView = z.output<typeof CallRow>;

/** Calls of interfaces whose system lies in the reader's range, the newest first. */
export const callList = endpoint({
  method: 'GET',
  path: 'mas/call/list',
  summary: 'Calls of interfaces, newest first; employees outside the range are a word and can not be filtered for',
  access: { code: callsPage.code },
  scope: 'department',
  input: z.object({ ...callFilters, after: cursor().optional(), pageSize: z.int().min(1).max(500).default(50) }),
  reply: z.object({
    list: z.array(CallRow),
    next: z.string().nullable(),
    total: z.int(),
    estimated: z.boolean(),
    partial: z.boolean(),
    from: time(),
    to: time(),
  }),
});

const Step = z.object({
  step: z.string(),
  from: z.number(),
  ms: z.number(),
  state: z.enum(stepStates),
  detail: z.string().nullable(),
  data: z.json(),
});

const Body = z.object({
  contentType: z.string().nullable(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  text: z.string(),
  bytes: z.int(),
  truncated: z.boolean(),
});
/** A request or an answer as it was kept. */
export type CallBodyView = z.output<typeof Body>;

/** A call with its steps and what was kept of request and answer. */
export const CallDetail = CallRow.extend({
  traceId: z.string().nullable(),
  widgetId: z.string().nullable(),
  actForId: z.string().nullable(),
  actForName: z.string().nullable(),
  msQueue: z.number().nullable(),
  replayOf: z.string().nullable(),
  steps: z.array(Step),
  request: Body.nullable(),
  answer: Body.nullable(),
  /** Calls of the same interface within half an hour before and after: how many, and how many of them failed. */
  around: z.object({ calls: z.int(), failures: z.int() }),
  /** Paths of masked values that were kept sealed. */
  sealed: z.array(z.string()),
});
/** A call with its steps. */
export type CallDetailView = z.output<typeof CallDetail>;

/** One call; who looked at it is noted. */
export const callGet = endpoint({
  method: 'GET',
  path: 'mas/call/get',
  summary: 'One call with its steps and the masked request and answer',
  access: { code: callsPage.code },
  scope: 'department',
  reads: true,
  audit: 'call.view',
  input: z.object({ id: id() }),
  reply: CallDetail,
});

/** Shows one masked value, where it was kept. */
export const callUnmask = endpoint({
  method: 'POST',
  path: 'mas/call/unmask',
  summary: 'One masked value of a call, where its original was kept sealed; with a reason, which the audit keeps',
  access: { code: callsPage.button.unmask },
  scope: 'department',
  stepUp: true,
  reads: true,
  audit: 'call.unmask',
  input: z.strictObject({ id: id(), path: z.string().min(1).max(300), reason: z.string().trim().min(5).max(500) }),
  /** Null: it was not kept. */
  reply: z.object({ value: z.string().nullable() }),
});

/** Most rows a second of a followed log. */
export const tailRows = 50;

/** Calls as they come (text/event-stream): `ready` once, `rows` with `{ list, skipped }`, the oldest first, `session` at the end of session or right. */
export const callTail = endpoint({
  method: 'GET',
  path: 'mas/call/tail',
  summary: 'New calls as server-sent events, under the filters of the list; at most 50 a second, the others are counted',
  access: { code: callsPage.code },
  scope: 'department',
  answer: 'raw',
  input: z.object({
    /** As the list takes them, in JSON; the span of time does not count. */
    filters: z.record(z.string().max(50), z.json()).default({}),
  }),
  reply: z.unknown(),
});
