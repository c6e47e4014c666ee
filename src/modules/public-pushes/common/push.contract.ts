import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, longText, pageOf, pageQuery, searchText, text, time, version } from '#kit/common/schema.ts';
import { commentPolicy } from '#modules/public-accounts/common/account.contract.ts';
import { pushAudience } from './audience.ts';
import { imageMessagePage, imageTextPage, textPage, videoPage } from '#modules/public-content/common/permissions.ts';
import { fansPage, pushDetailFrame, readPage, tagPage } from '#modules/public-fans/common/permissions.ts';
import { counters, pushContent, pushImpact, pushRow, targetFilter, targetRow } from './push.schema.ts';
import { pushDetailPage, pushLogPage as page } from './permissions.ts';
import { contentKinds, pushStates, repushScopes, targetReasons, targetStates, zoneModes } from './words.ts';

const module = { scope: 'department' } as const;
/** Where pushes are read: their list, their ledger, and the page of their readers. */
const reading = { anyOf: [page.code, pushDetailPage.code, pushDetailFrame.code] } as const;
/** Codes under which pushes are made: here, and on the pages of content and fans from which they begin. */
const pushing = {
  anyOf: [
    page.button.push,
    imageTextPage.button.push,
    textPage.button.push,
    imageMessagePage.button.push,
    videoPage.button.push,
    tagPage.button.push,
    fansPage.button.push,
  ],
} as const;

/** How it is sent. */
const how = {
  snoId: id(),
  content: pushContent,
  audience: pushAudience,
  /** Null: now. */
  planAt: time().nullable().default(null),
  zoneMode: z.enum(zoneModes).default('site'),
  urgent: z.boolean().default(false),
  ignoreCap: z.boolean().default(false),
  /** Why it is urgent or passes the cap. */
  reason: longText(500).default(''),
};

/** Counts and looks, sends nothing. */
export const pushPreview = endpoint({
  ...module,
  method: 'POST',
  path: 'mpm/push/preview',
  access: pushing,
  reads: true,
  errors: [15010, 15032, 15061, 15063],
  input: z.strictObject(how),
  reply: pushImpact.extend({
    token: z.string(),
    expiresAt: time(),
    content: pushContent,
    sample: z.array(z.object({ id: z.string(), name: z.string(), department: z.string() })),
  }),
  summary: 'Shows whom a push reaches and what it would do; the token (15 minutes) sends exactly this',
});

/** Sends what was previewed. */
export const pushAdd = endpoint({
  ...module,
  method: 'POST',
  path: 'mpm/push/add',
  access: pushing,
  audit: 'push.add',
  errors: [15010, 15032, 15060, 15061, 15063, 15064, 15065],
  input: z.strictObject({
    previewToken: z.string().min(1).max(100),
    expectedTargets: z.int().min(0),
    commentPolicy: commentPolicy.optional(),
    /** Many of these people got this very content within 24 hours, and it is meant so. */
    confirmSame: z.boolean().default(false),
  }),
  reply: z.object({ id: id(), state: z.enum(pushStates) }),
  summary: 'Sends a previewed push, or plans it; an Idempotency-Key is required, more than 1,000 targets ask for the password',
});

/** Sends it to a few of the account itself. */
export const pushTest = endpoint({
  ...module,
  method: 'POST',
  path: 'mpm/push/test',
  access: { code: page.button.test },
  audit: 'push.test',
  errors: [15010, 15032],
  input: z.strictObject({ snoId: id(), content: pushContent, empIds: z.array(id()).min(1).max(10) }),
  reply: z.object({ ids: z.array(z.string()), refused: z.array(z.string()) }),
  summary: 'Sends content to oneself or to people who work for the account; counts in no ledger',
});

/** Pushes of an account. */
export const pushList = endpoint({
  ...module,
  method: 'GET',
  path: 'mpm/push/list',
  access: reading,
  input: pageQuery(['createdAt', 'startedAt', 'planAt']).extend({
    snoId: id(),
    state: z.enum(pushStates).optional(),
    kind: z.enum(contentKinds).optional(),
    authorId: id().optional(),
    tagId: id().optional(),
    from: time().optional(),
    to: time().optional(),
    text: searchText().optional(),
    hasFailures: z.boolean().optional(),
    recalled: z.boolean().optional(),
  }),
  reply: pageOf(pushRow),
  summary: 'Pushes of an account with their counters',
});

/** One push. */
export const pushGet = endpoint({
  ...module,
  method: 'GET',
  path: 'mpm/push/get',
  access: reading,
  input: z.object({ id: id() }),
  reply: pushRow.extend({
    audience: pushAudience,
    impact: pushImpact,
    zoneMode: z.enum(zoneModes),
    ignoreCap: z.boolean(),
    reason: z.string(),
    expected: z.int(),
    commentPolicy,
    recall: z.object({ orderedAt: time(), byName: z.string(), reason: z.string(), deadline: time().nullable() }).nullable(),
    /** Whether the caller may decide on it. */
    mayApprove: z.boolean(),
    waves: z.array(
      z.object({
        id: id(),
        parentId: id().nullable(),
        wave: z.int(),
        scope: z.enum(repushScopes).nullable(),
        state: z.enum(pushStates),
        ...counters,
      }),
    ),
  }),
  summary: 'One push with its audience, its preview, its recall and its waves',
});

const part = z.object({ key: z.string(), name: z.string(), delivered: z.int(), failed: z.int(), skipped: z.int(), withheld: z.int() });
/** Everything that adds up. */
export const pushLedger = endpoint({
  ...module,
  method: 'GET',
  path: 'mpm/push/ledger',
  access: reading,
  input: z.object({ id: id() }),
  reply: z.object({
    at: time(),
    state: z.enum(pushStates),
    ...counters,
    /** As they are counted again from the targets; null while there are too many to be counted at each look. */
    reasons: z.array(z.object({ state: z.enum(targetStates), reason: z.enum(['', ...targetReasons]), count: z.int() })),
    departments: z.array(part),
    languages: z.array(part),
    terminals: z.array(z.object({ key: z.string(), name: z.string(), count: z.int() })),
    recall: z.object({
      ordered: z.int(),
      server: z.int(),
      terminal: z.int(),
      notReached: z.int(),
      unreachable: z.int(),
      readBefore: z.int(),
    }),
  }),
  summary: 'The four states with their reasons, always of one moment: targets is their sum',
});

/** People of a push. */
export const pushTargets = endpoint({
  ...module,
  method: 'GET',
  path: 'mpm/push/targets',
  access: reading,
  input: z.object({
    pushId: id(),
    ...targetFilter,
    after: id().optional(),
    pageSize: z.int().min(1).max(500).default(50),
  }),
  reply: z.object({ list: z.array(targetRow), next: z.string().nullable(), total: z.int() }),
  summary: 'People of a push with their state, reason and what they did; the total of the four states is of the same moment',
});

/** How it went. */
export const pushTimeline = endpoint({
  ...module,
  method: 'GET',
  path: 'mpm/push/timeline',
  access: reading,
  input: z.object({ id: id() }),
  reply: z.object({
    events: z.array(z.object({ at: time(), state: z.string(), by: z.string(), reason: z.string() })),
    /** Counts per span since its start. */
    spanMillis: z.int(),
    spans: z.array(z.object({ at: time(), delivered: z.int(), reached: z.int(), read: z.int() })),
  }),
  summary: 'The states a push went through, and deliveries and reads over time',
});

/** Figures of an account. */
export const pushStat = endpoint({
  ...module,
  method: 'GET',
  path: 'mpm/push/stat',
  access: reading,
  input: z.object({ snoId: id(), from: time(), to: time() }),
  reply: z.object({ pushes: z.int(), ...counters, likes: z.int(), comments: z.int() }),
  summary: 'What the pushes of an account came to in a span of time',
});
/** A change of a push that a person gives a reason for. */
export const reasoned = z.strictObject({ id: id(), version: version(), reason: text(500) });
const changed = z.object({ id: id(), version: version(), state: z.enum(pushStates) });
const change = (verb: 'pause' | 'cancel' | 'resume' | 'approve' | 'refuse', summary: string) =>
  endpoint({
    ...module,
    method: 'POST',
    path: `mpm/push/${verb}`,
    access: { code: verb === 'refuse' ? page.button.approve : page.button[verb] },
    audit: `push.${verb}`,
    errors: verb === 'approve' || verb === 'refuse' ? [15062, 15067] : [15010, 15032, 15067],
    input: reasoned,
    reply: changed,
    summary,
  });

/** Stops a push where it stands. */
export const pushPause = change('pause', 'Stops a push where it stands; who has not got it is withheld');
/** Goes on. */
export const pushResume = change('resume', 'Goes on with a paused push, at a tenth of the speed and faster while nothing fails');
/** Ends it. */
export const pushCancel = change('cancel', 'Ends a push: who has not got it is skipped');
/** Lets it go ahead, by a second person. */
export const pushApprove = change('approve', 'Lets a push that waits for a second person go ahead; never by who asked for it');
/** Refuses it. */
export const pushRefuse = change('refuse', 'Refuses a push that waits for a second person');

/** Another time. */
export const pushReschedule = endpoint({
  ...module,
  method: 'POST',
  path: 'mpm/push/reschedule',
  access: { code: page.button.reschedule },
  audit: 'push.reschedule',
  errors: [15063, 15067],
  input: z.strictObject({ id: id(), version: version(), planAt: time() }),
  reply: changed,
  summary: 'Gives a planned push another time; its audience stays',
});

/** Takes it back from everybody, or from some. */
export const pushRollback = endpoint({
  ...module,
  method: 'POST',
  path: 'mpm/push/rollback',
  access: { code: page.button.rollback },
  stepUp: true,
  audit: 'push.rollback',
  errors: [15067, 15070, 15072],
  input: z.strictObject({
    id: id(),
    reason: text(500),
    /** The title of the push, as it is shown to the caller or in any of its languages. */
    title: z.string().max(200),
    /** Null: everybody. */
    empIds: z.array(id()).min(1).max(500).nullable().default(null),
  }),
  reply: z.object({ id: id(), state: z.enum(pushStates), people: z.int(), readBefore: z.int() }),
  summary: 'Withdraws a push: no call gives its content from now on, and terminals remove it; asks for the typed title and the password',
});

/** Sends it to who is missing. */
export const pushRepush = endpoint({
  ...module,
  method: 'POST',
  path: 'mpm/push/repush',
  access: { anyOf: [page.button.repush, readPage.button.repush] as const },
  audit: 'push.repush',
  errors: [15010, 15061, 15064, 15066, 15067],
  input: z.strictObject({
    id: id(),
    scope: z.enum(repushScopes),
    reasons: z.array(z.enum(targetReasons)).max(30).optional(),
    /** Only counts. */
    countOnly: z.boolean().default(false),
  }),
  reply: z.object({ id: id().nullable(), targets: z.int(), state: z.enum(pushStates).nullable() }),
  summary:
    'Sends a push again to whom it is missing, reminds who has not read it, or brings it to who joined; nobody gets it twice but by `unread` and `all`',
});

const job = z.object({ jobId: id() });
/** People of a push as a file. */
export const pushExport = endpoint({
  ...module,
  method: 'POST',
  path: 'mpm/push/export',
  access: { code: page.button.export },
  audit: 'push.export',
  input: z.strictObject({ id: id(), format: z.enum(['xlsx', 'csv']).default('xlsx'), filter: z.strictObject(targetFilter).default({}) }),
  reply: job,
  summary: 'Writes the people of a push with their states to a file',
});
/** The proof as a file. */
export const pushExportProof = endpoint({
  ...module,
  method: 'POST',
  path: 'mpm/push/exportProof',
  access: { code: pushDetailPage.button.exportProof },
  audit: 'push.exportProof',
  input: z.strictObject({ id: id() }),
  reply: job,
  summary: 'Writes what was sent, to whom, and what became of it and of its recall to a signed file (Ed25519, by the key of the audit)',
});
