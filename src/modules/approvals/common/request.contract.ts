import { z } from 'zod';
import { actions, FieldDiff } from '#kit/common/change/diff.ts';
import { endpoint } from '#kit/common/contract.ts';
import { id, longText, pageOf, pageQuery, searchText, text, time, version } from '#kit/common/schema.ts';
import { changeApproval as page } from './permissions.ts';

/**
 * pending (stale: the objects changed, it is to be read again) → approved → running → done or failed; → rejected, withdrawn, expired;
 * → bypassed → reviewed or disputed.
 */
export const requestStates = [
  'pending',
  'stale',
  'approved',
  'running',
  'done',
  'failed',
  'rejected',
  'withdrawn',
  'expired',
  'bypassed',
  'reviewed',
  'disputed',
] as const;
export type RequestState = (typeof requestStates)[number];

/** What can happen to a request. */
export const requestEvents = [
  'asked',
  'approved',
  'rejected',
  'withdrawn',
  'commented',
  'stale',
  'expired',
  'bypassed',
  'reviewed',
  'disputed',
  'done',
  'failed',
] as const;

/** Outcomes of a request that are notified by mail. */
export const requestOutcomes = [
  'approved',
  'done',
  'failed',
  'rejected',
  'withdrawn',
  'expired',
  'stale',
  'bypassed',
  'reviewed',
  'disputed',
] as const;
export type RequestOutcome = (typeof requestOutcomes)[number];

/** How long ago a request was made: within a day, a week, thirty days, or longer ago. */
export const requestAges = ['day', 'week', 'month', 'older'] as const;

/** The tabs of the page: for me, mine, all I may see, emergencies. */
export const requestTabs = ['waiting', 'mine', 'all', 'bypassed'] as const;

/** A request in a list. */
export const requestRow = z.object({
  id: id(),
  /** Counts the versions of what would be done: what was read is what is agreed to. */
  version: version(),
  operation: z.string(),
  /** The operation in words. */
  what: z.string(),
  moduleName: z.string(),
  /** Names of the first objects. */
  objects: z.array(z.string()),
  objectCount: z.int(),
  requester: id(),
  requesterName: z.string(),
  reason: z.string().nullable(),
  counts: z.partialRecord(z.enum(actions), z.int()),
  impact: z.record(z.string(), z.number()),
  /** Administrators, leaders or sign-ins are touched. */
  loud: z.boolean(),
  /** What it does can't be computed: it is agreed to as it was asked for. */
  unseen: z.boolean(),
  /** Its answer is for who asked: agreed to, it runs when they ask again. */
  again: z.boolean(),
  state: z.enum(requestStates),
  at: time(),
  expiresAt: time(),
  reviewBy: time().nullable(),
  policy: z.string(),
  needed: z.int(),
  /** Who has agreed so far. */
  approvers: z.array(z.string()),
});
export type RequestRow = z.output<typeof requestRow>;

/** One line of what would be done. */
export const requestLine = z.object({
  kind: z.string(),
  namespace: z.string(),
  objectId: z.string(),
  name: z.string(),
  /** Null where nobody can say beforehand what becomes of it. */
  action: z.enum(actions).nullable(),
  fields: z.array(FieldDiff),
});
export type RequestLine = z.output<typeof requestLine>;

/** A part of what is asked for where its effect can't be computed: a filter, the columns of a file, a field that would be shown. */
export const askedPart = z.object({
  name: z.string(),
  label: z.string(),
  /** Words, and moments as numbers. */
  values: z.array(z.union([z.string(), time()])),
  /** So many values are not told. */
  more: z.int(),
});
export type AskedFor = z.output<typeof askedPart>;

/** A request with everything a second person must know. */
export const requestDetail = requestRow.extend({
  asked: z.array(askedPart),
  /** At most 200 lines. */
  lines: z.array(requestLine),
  planId: id().nullable(),
  /** What the same change would do now: `same`, something else, or nothing because it is refused. Null once it is decided. */
  live: z.object({ state: z.enum(['same', 'changed', 'refused']), reason: z.string().nullable(), lines: z.array(requestLine) }).nullable(),
  events: z.array(
    z.object({
      id: id(),
      event: z.enum(requestEvents),
      name: z.string(),
      forName: z.string().nullable(),
      comment: z.string().nullable(),
      at: time(),
      address: z.string(),
      /** An agreement that fell away because the objects changed. */
      void: z.boolean(),
    }),
  ),
  may: z.object({ approve: z.boolean(), withdraw: z.boolean(), bypass: z.boolean(), review: z.boolean() }),
  /** Why the caller can't agree: `own` request. */
  own: z.boolean(),
  batchId: id().nullable(),
  jobId: id().nullable(),
  /** Why it failed or could not be done, in words. */
  failure: z.string().nullable(),
});
export type RequestDetail = z.output<typeof requestDetail>;

const scope = 'journal' as const;
const choice = z.object({ value: z.string(), label: z.string() });
const read = { method: 'GET', access: { code: page.code }, scope } as const;

/** Requests: those that wait for the caller, the caller's own, all that may be seen, emergencies to review. */
export const requestList = endpoint({
  ...read,
  path: 'change/request/list',
  summary: 'Requests for approval',
  input: pageQuery(['at', 'expiresAt'] as const).extend({
    tab: z.enum(requestTabs).default('waiting'),
    state: z.array(z.enum(requestStates)).max(requestStates.length).optional(),
    operation: z.string().max(100).optional(),
    module: z.string().max(64).optional(),
    requester: id().optional(),
    age: z.enum(requestAges).optional(),
    text: searchText().optional(),
    from: time().optional(),
    to: time().optional(),
  }),
  reply: pageOf(requestRow),
});

/** What the list can be narrowed to: the operations, modules and requesters of all requests that the caller may know of. */
export const requestChoices = endpoint({
  ...read,
  path: 'change/request/choices',
  summary: 'Operations, modules and requesters of the requests that may be seen',
  input: z.object({}),
  reply: z.object({ operations: z.array(choice), modules: z.array(choice), requesters: z.array(choice) }),
});

/** One request with its lines, what would be done now, and what was said. */
export const requestGet = endpoint({
  ...read,
  path: 'change/request/get',
  summary: 'One request for approval',
  input: z.object({ id: id() }),
  reply: requestDetail,
});

const decision = z.strictObject({ id: id(), version: version(), comment: longText(500).optional() });
const reply = requestDetail;
const errors = [11071, 11072, 11073];
const reasoned = z.strictObject({ id: id(), version: version(), comment: text(500).min(10) });

/** Agrees. With the last agreement needed it runs by itself, as its requester. 11071 own, 11072 the objects changed, 11073 decided or over. */
export const requestApprove = endpoint({
  method: 'POST',
  path: 'change/request/approve',
  summary: 'Agrees to a change that waits',
  access: { code: page.button.approve },
  permitMore: 'the right to do what was asked for',
  scope,
  audit: 'change.approve',
  inPerson: true,
  errors,
  input: decision,
  reply,
});

/** Refuses it. */
export const requestReject = endpoint({
  method: 'POST',
  path: 'change/request/reject',
  summary: 'Refuses a change that waits',
  access: { code: page.button.reject },
  permitMore: 'the right to do what was asked for',
  scope,
  audit: 'change.reject',
  inPerson: true,
  errors,
  input: reasoned,
  reply,
});

/** Takes one's own request back. */
export const requestWithdraw = endpoint({
  method: 'POST',
  path: 'change/request/withdraw',
  summary: 'Takes back a request of one’s own',
  access: { code: page.button.withdraw },
  permitMore: 'to be the one who asked',
  scope,
  audit: 'change.withdraw',
  errors,
  input: decision,
  reply,
});

/** Comments on a request; the requester's words become its reason where it has none. */
export const requestComment = endpoint({
  method: 'POST',
  path: 'change/request/comment',
  summary: 'Comments on a request',
  access: { code: page.code },
  scope,
  audit: 'change.comment',
  input: z.strictObject({ id: id(), comment: text(500) }),
  reply,
});

/** Lets it run at once in an emergency: everybody who could have agreed is told, and one of them reviews it. */
export const requestBypass = endpoint({
  method: 'POST',
  path: 'change/request/bypass',
  summary: 'Lets a change run without approval in an emergency',
  access: { code: page.button.bypass },
  permitMore: 'the right to do what was asked for, and a role that its policy names for emergencies',
  scope,
  audit: 'change.bypass',
  inPerson: true,
  stepUp: true,
  errors,
  input: reasoned,
  reply,
});

/** Reviews a bypass afterwards. */
export const requestReview = endpoint({
  method: 'POST',
  path: 'change/request/review',
  summary: 'Reviews a change that ran without approval',
  access: { code: page.button.review },
  scope,
  audit: 'change.review',
  inPerson: true,
  errors,
  input: z.strictObject({ id: id(), version: version(), agree: z.boolean(), comment: text(500) }),
  reply,
});

/** A delegation as it is shown. */
export const delegationRow = z.object({ id: id(), toId: id(), toName: z.string(), until: time(), reason: z.string().nullable() });

/** Whom the caller lets decide instead. */
export const delegationList = endpoint({
  ...read,
  path: 'change/request/delegations',
  summary: 'Whom the caller lets decide in their place',
  scope: 'none',
  input: z.object({}),
  reply: z.array(delegationRow),
});

/** Lets somebody decide in the caller's place for at most 14 days; `until` in the past, or now, ends it. */
export const requestDelegate = endpoint({
  method: 'POST',
  path: 'change/request/delegate',
  summary: 'Lets somebody else decide in one’s place',
  access: { code: page.button.delegate },
  scope: 'employee',
  audit: 'change.delegate',
  inPerson: true,
  input: z.strictObject({ toId: id(), until: time(), reason: longText(500).optional() }),
  reply: z.array(delegationRow),
});
