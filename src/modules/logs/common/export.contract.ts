import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, text } from '#kit/common/schema.ts';
import { clientLogin, consoleLogin, operationLog } from './permissions.ts';

/** Logs that are exported, each with its own right. */
export const exportedLogs = ['operation', 'consoleLogin', 'clientLogin'] as const;
export type ExportedLog = (typeof exportedLogs)[number];

/** The page that shows a log: who may not open it learns nothing of its rows. */
export const pageOfLog = {
  operation: operationLog.code,
  consoleLogin: consoleLogin.code,
  clientLogin: clientLogin.code,
} as const satisfies Record<ExportedLog, string>;

/** Kinds of files. */
export const exportFormats = ['xlsx', 'csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Most rows of a file. */
export const exportLimits: Readonly<Record<ExportFormat, number>> = { xlsx: 1_000_000, csv: 10_000_000, ndjson: 10_000_000 };
/** Above so many rows the password is asked for again. */
export const confirmedRows = 100_000;
/** Most rows of an export that comes with its proof. */
export const provedRows = 10_000;
/** Letters of a reason. */
export const reasonLetters = { least: 10, most: 500 } as const;

/** Columns of the operation log in a file. */
export const operationColumnNames = [
  'at',
  'name',
  'account',
  'actorKind',
  'what',
  'word',
  'moduleName',
  'objectKindName',
  'objectName',
  'objectId',
  'objectCount',
  'fields',
  'result',
  'code',
  'address',
  'dangerous',
  'durationMs',
  'requestId',
  'sessionId',
  'batchId',
  'sealed',
  'id',
] as const;

/** Columns of the log of sign-ins in a file. */
export const loginColumnNames = [
  'at',
  'event',
  'account',
  'name',
  'kind',
  'factor',
  'result',
  'reason',
  'address',
  'network',
  'browser',
  'platform',
  'appId',
  'appVersion',
  'osVersion',
  'deviceId',
  'deviceModel',
  'networkKind',
  'flags',
  'count',
  'sessionId',
  'endedBy',
  'endedAt',
  'sealed',
  'id',
] as const;

/** Writes rows of a log to a file; the job's result is `{ fileId, rows }`, with `proofId` where the proof of the rows was asked for. 19032 without a reason, 19031 over the limit, 10428 for many rows. */
export const logExport = endpoint({
  method: 'POST',
  path: 'logs/export',
  summary: 'Exports rows of a log to xlsx, csv or ndjson, under the filters of its list; a reason is required',
  access: { anyOf: [operationLog.button.export, consoleLogin.button.export, clientLogin.button.export] },
  permit: {
    by: 'log',
    codes: {
      operation: operationLog.button.export,
      consoleLogin: consoleLogin.button.export,
      clientLogin: clientLogin.button.export,
    } satisfies Record<ExportedLog, string>,
  },
  scope: 'journal',
  audit: 'read.export',
  waits: 'unseen',
  subject: (input) => (Reflect.get(Object(input), 'log') === 'operation' ? 'operation' : 'login'),
  errors: [19030, 19031, 19032],
  input: z.strictObject({
    log: z.enum(exportedLogs),
    /** As the list of the log takes them. */
    filters: z.record(z.string().max(50), z.json()).default({}),
    /** Names of the list's fields; all unless said. */
    columns: z.array(z.string().max(50)).min(1).max(50).optional(),
    format: z.enum(exportFormats).default('xlsx'),
    /** A second file that proves each row (at most 10,000): its sealed text and the way to the signed root of its day. */
    withProof: z.boolean().default(false),
    reason: text(reasonLetters.most).optional(),
  }),
  reply: z.object({ jobId: id() }),
});
