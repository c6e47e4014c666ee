import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, text, time } from '#kit/common/schema.ts';
import { reasonLetters } from './export.contract.ts';
import { operationLog } from './permissions.ts';

/** Logs that are sealed: calls, the journal of changes, sign-ins, who looked at what. */
export const sealedLogs = ['operation', 'change', 'login', 'read'] as const;
export type SealedLog = (typeof sealedLogs)[number];

/** open: the day goes on or its end is not signed yet; purged: its rows went after their time, its signed end stays. */
export const sealStates = ['open', 'sealed', 'verified', 'broken', 'purged'] as const;

/** What a verification finds. inserted: a row that was never sealed; cutOff: the end of the log is gone; signature: the signed end of a day or of the log does not fit. */
export const badKinds = ['changed', 'missing', 'inserted', 'reordered', 'cutOff', 'signature'] as const;

/** States of a verification; the last four are final. */
export const runStates = ['queued', 'running', 'ok', 'broken', 'failed', 'cancelled'] as const;

const log = () => z.enum(sealedLogs);
const dayId = () => z.string().regex(/^(operation|change|login|read)\.\d{1,6}$/);

const Day = z.object({
  id: dayId(),
  log: log(),
  /** When it began (UTC). */
  day: time(),
  rows: z.int(),
  firstSeq: z.int(),
  lastSeq: z.int(),
  /** The chain's hash at its end. */
  hash: z.string(),
  state: z.enum(sealStates),
  verifiedAt: time().nullable(),
});
export type SealDay = z.output<typeof Day>;

/** The first row of a log that is not as it was sealed. */
const Bad = z.object({
  log: log(),
  /** When the day began on which it was sealed; null where that is lost too. */
  day: time().nullable(),
  seq: z.int(),
  kind: z.enum(badKinds),
  rowId: id().nullable(),
  /** When the row was written. */
  at: time().nullable(),
  /** Of a log that was cut off: the last place that is known to have been sealed, and when that was noted where it is known. */
  last: z.object({ seq: z.int(), at: time().nullable() }).nullable().default(null),
  /** What an auditor wrote about it; then it holds up nothing any more. */
  statement: z.object({ text: z.string(), name: z.string(), at: time() }).nullable().default(null),
});
export type BadRow = z.output<typeof Bad>;

/** What a verification found in one log. */
const Finding = z.object({
  log: log(),
  checked: z.int(),
  unsealed: z.int(),
  /** Damage that was met and about which somebody had written before. */
  known: z.int().default(0),
  bad: Bad.nullable(),
});
export type SealFinding = z.output<typeof Finding>;

const Run = z.object({
  id: id(),
  jobId: id().nullable(),
  uid: z.string(),
  name: z.string(),
  /** Null: all. */
  log: log().nullable(),
  /** The first and the last day, null: from the beginning, to the end. */
  from: time().nullable(),
  to: time().nullable(),
  state: z.enum(runStates),
  createdAt: time(),
  startedAt: time().nullable(),
  endedAt: time().nullable(),
  rows: z.int(),
  findings: z.array(Finding),
});
export type SealRun = z.output<typeof Run>;

/** Days of the sealed logs, the newest first. */
export const sealList = endpoint({
  method: 'GET',
  path: 'logs/seal/list',
  summary: 'Days of the sealed logs with their rows, end of the chain and state, newest first',
  access: { code: operationLog.code },
  scope: 'none',
  input: z.object({
    log: z.array(log()).max(sealedLogs.length).optional(),
    from: time().optional(),
    to: time().optional(),
    after: dayId().optional(),
    pageSize: z.int().min(1).max(500).default(50),
  }),
  reply: z.object({ list: z.array(Day), next: z.string().nullable() }),
});

/** One day of a log. */
export const sealGet = endpoint({
  method: 'GET',
  path: 'logs/seal/get',
  summary: 'One sealed day: the end of its chain, its signature, and the verifications that covered it',
  access: { code: operationLog.code },
  scope: 'none',
  input: z.object({ id: dayId() }),
  reply: Day.extend({
    /** The end of the day before. */
    before: z.string(),
    signature: z.string().nullable(),
    keyId: z.string().nullable(),
    /** The tree of the day, signed for outsiders; null while the day goes on, and for days before there were such. */
    root: z.object({ root: z.string(), previousRoot: z.string(), signature: z.string(), keyId: z.string(), signedAt: time() }).nullable(),
    runs: z.array(Run),
  }),
});
export type SealDayDetail = z.output<(typeof sealGet)['reply']>;

/** The latest verifications. */
export const sealRuns = endpoint({
  method: 'GET',
  path: 'logs/seal/runs',
  summary: 'Verifications of the sealed logs with what they found, newest first',
  access: { code: operationLog.code },
  scope: 'none',
  input: z.object({}),
  reply: z.object({ list: z.array(Run) }),
});

/** Verifies logs as a job; 19021 while one of the same rows runs. A job that finds damage ends with 19020. */
export const sealVerify = endpoint({
  method: 'POST',
  path: 'logs/seal/verify',
  summary: 'Verifies the seals of all logs or of one, of all days or of some, and names the first row that is not as it was sealed',
  access: { code: operationLog.button.verify },
  scope: 'none',
  audit: 'seal.verify',
  errors: [19020, 19021],
  input: z.strictObject({ log: log().optional(), from: time().optional(), to: time().optional() }),
  reply: z.object({ jobId: id(), id: id() }),
});

/** Writes down what is known of a damage; 10412 unless the latest verification of the log found exactly this one. */
export const sealState = endpoint({
  method: 'POST',
  path: 'logs/seal/statement/add',
  summary: 'Writes a statement about damage that the latest verification found: verifications and cleanings then go on behind it',
  access: { code: operationLog.button.verify },
  scope: 'none',
  stepUp: true,
  audit: 'seal.statement',
  input: z.strictObject({
    log: log(),
    seq: z.int().min(0),
    kind: z.enum(badKinds),
    reason: text(reasonLetters.most).min(reasonLetters.least),
  }),
  reply: z.object({ id: id() }),
});

/** A proof that needs nothing of ours to be checked: SHA-256 and Ed25519 (RFC 8032) alone. */
const proofFile = z.object({
  format: z.literal('wheelhouse-proof-1'),
  /** The row as one line of JSON: what is hashed. */
  text: z.string(),
  /** SHA-256 of the text, in hexadecimal. */
  digest: z.string(),
  /** Place of the row in its log, and of the rows that were sealed together with it. */
  seq: z.int(),
  block: z.object({ first: z.int(), last: z.int() }),
  /** Hashes of the neighbours on the way from the row to the root of its day. */
  path: z.array(z.object({ side: z.enum(['left', 'right']), hash: z.string() })),
  day: z.object({
    log: z.string(),
    day: z.string(),
    rows: z.string(),
    root: z.string(),
    previousRoot: z.string(),
    /** The text that was signed. */
    signed: z.string(),
    /** Ed25519, in base64. */
    signature: z.string(),
    keyId: z.string(),
  }),
  /** SPKI as PEM. Compare it with one that was got on another way. */
  publicKey: z.string(),
  howToCheck: z.array(z.string()),
});
export type ProofFile = z.output<typeof proofFile>;

/** Public parts of the keys under which days are signed. */
export const sealKeys = endpoint({
  method: 'GET',
  path: 'logs/seal/keys',
  summary: 'Public keys of the installation under which the days of the logs are signed, newest first',
  access: { code: operationLog.code },
  scope: 'none',
  input: z.object({}),
  reply: z.object({ list: z.array(z.object({ id: z.string(), publicKey: z.string(), createdAt: time() })) }),
});

/** What proves one row of the operation log. */
export const sealProof = endpoint({
  method: 'GET',
  path: 'logs/seal/proof',
  summary: 'What one row of the operation log is proved by: the text that was hashed, its place in the chain, the signed end of its day',
  access: { code: operationLog.code },
  scope: 'journal',
  input: z.object({ id: id(), at: time().optional() }),
  reply: z.object({
    id: id(),
    /** The row as one line of JSON: what is hashed. */
    text: z.string(),
    /** SHA-256 of the text. */
    digest: z.string(),
    /** Null while it waits for its seal. */
    seal: z
      .object({
        seq: z.int(),
        day: time(),
        /** Hash of the row before. */
        before: z.string(),
        /** HMAC-SHA-256 under the installation's key over the hash before, the place, the row's id and its digest. */
        hash: z.string(),
        keyId: z.string().nullable(),
        /** The link fits the row as it stands now. */
        fits: z.boolean(),
        /** What an outsider checks; null where there is none, with the reason. */
        file: proofFile.nullable(),
        noFile: z.enum(['dayOpen', 'older', 'purged', 'damaged']).nullable(),
        /** The signed end of the day, once the day is over. */
        dayEnd: z.object({ seq: z.int(), hash: z.string(), signature: z.string(), keyId: z.string() }).nullable(),
      })
      .nullable(),
  }),
});
export type SealProof = z.output<(typeof sealProof)['reply']>;
