import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, searchText, time } from '#kit/common/schema.ts';
import { logTabs } from '#modules/public-accounts/common/words.ts';
import { logPage as page } from './permissions.ts';

/** How something that happened in an account ended. */
export const logResults = ['done', 'refused', 'failed'] as const;

const logFilter = {
  tab: z.enum(logTabs).default('operation'),
  snoId: id().optional(),
  /** The word of what happened, or its beginning up to a point: `push`, `push.add`. */
  kind: z.string().trim().max(60).optional(),
  employeeId: id().optional(),
  result: z.enum(logResults).optional(),
  /** A push, a rule or another thing that it was done with. */
  refId: id().optional(),
  text: searchText().optional(),
  from: time().optional(),
  to: time().optional(),
};

const row = z.object({
  id: id(),
  at: time(),
  snoId: id(),
  snoName: z.string(),
  kind: z.string(),
  /** What it is called. */
  what: z.string(),
  /** Whom it happened to. */
  employeeId: id().nullable(),
  employeeName: z.string(),
  departmentName: z.string(),
  /** Who did it: an administrator, or a rule. */
  by: z.string(),
  refId: id().nullable(),
  ref: z.string(),
  result: z.enum(logResults),
  reason: z.string(),
  detail: z.string(),
});
/** Something that happened in an account. */
export type LogRow = z.output<typeof row>;

/** What happened in accounts. */
export const logList = endpoint({
  method: 'GET',
  path: 'mpm/log/list',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ ...logFilter, after: z.string().max(64).optional(), pageSize: z.int().min(1).max(200).default(50) }),
  reply: z.object({ list: z.array(row), next: z.string().nullable() }),
  dedupe: 'cancel-previous',
  summary: 'What happened in the accounts that the caller sees, by tab, the newest first',
});

/** What happened in accounts, in a file. */
export const logExport = endpoint({
  method: 'POST',
  path: 'mpm/log/export',
  access: { code: page.button.export },
  scope: 'department',
  audit: 'snoLog.export',
  waits: 'again',
  subject: 'snoLog',
  input: z.strictObject({ format: z.enum(['xlsx', 'csv']), filter: z.strictObject(logFilter).default({ tab: 'operation' }) }),
  reply: z.object({ jobId: id() }),
  summary: 'Writes what happened in accounts to a file, as a job',
});
/** Filters of the log. */
export type LogFilter = z.output<typeof logExport.input>['filter'];
